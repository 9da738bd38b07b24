/** Notifications that a browser's push service brings while the console is closed. */
export const pushTexts = {
  label: "Notifications while the console is closed",
  hint: "In this browser: chats that wait for you, messages in your chats and mentions. Away, you hear only of your own chats; Offline, of none. Ends when you sign out.",
  unsupported:
    "This browser can't show notifications while the console is closed. On a phone, add the console to the home screen first and open it from there.",
  blocked:
    "This browser blocks notifications from this site. Allow them in the site's settings beside the address, then reload.",
  notNotified: "Nothing is sent while desktop notifications for chats are off. Turn them on above and save.",
  unreachable: "Couldn't subscribe at this browser's push service. Check the network and try again.",
  unknown: "Couldn't load whether notifications are on in this browser.",
  retry: "Retry",
  test: "Send a test",
  notASubscription: "This is not a subscription of a browser. Turn notifications on again.",
  addressRefused: "Push services are reached by https at a public address.",
  notOffered: "Notifications while the console is closed are not set up here.",
  saved: "Notifications are on in this browser.",
  deleted: "Notifications are off in this browser.",
  gone: "This browser no longer takes notifications. Turn them on again.",
  notTaken: "The browser's push service did not take it. Try again in a minute.",
  sent: "Sent. It appears within a few seconds.",
  tooOften: "Wait a minute before you send another test.",
  testTitle: "Notifications work",
  testBody: "This is how you are told of chats while the console is closed.",
} as const;
