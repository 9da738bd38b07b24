/** Notifications that a browser's push service brings while the console is closed. */
export const pushTexts = {
  label: "Notifications while the console is closed",
  hint: "In this browser, until you sign out: chats waiting for you, messages in your chats, and mentions. While you're away, only your own chats; while you're offline, nothing.",
  unsupported:
    "This browser can't show notifications while the console is closed. On a phone, add the console to the home screen first and open it from there.",
  blocked:
    "This browser blocks notifications from this site. Allow them in the site's settings beside the address, then reload.",
  notNotified: "Nothing is sent while desktop notifications for chats are off. Turn them on above and save.",
  unreachable: "Couldn't reach this browser's push service. Check the network and try again.",
  unknown: "Couldn't load whether notifications are on in this browser.",
  retry: "Retry",
  test: "Send a test",
  notASubscription: "This isn't a browser's subscription. Turn notifications on again.",
  addressRefused: "Push services are reached by https at a public address.",
  notOffered: "Notifications while the console is closed aren't set up here.",
  saved: "Notifications are on in this browser.",
  deleted: "Notifications are off in this browser.",
  gone: "This browser no longer takes notifications. Turn them on again.",
  notTaken: "The browser's push service didn't accept it. Try again in a minute.",
  sent: "Sent. It appears within a few seconds.",
  tooOften: "Wait a minute before you send another test.",
  testTitle: "Notifications work",
  testBody: "This is how you are told of chats while the console is closed.",
} as const;
