/** The hints below fields of a vendor's account. */
export const vendorHints = {
  international: "With the country code, such as +919876543210.",
  phoneNumberId: "In Meta's WhatsApp Manager, under API Setup. It is not the number itself.",
  appId: "In the app's basic settings. Only templates with a sample file need it.",
  appSecret: "In the app's basic settings. It checks that events come from Meta.",
  pageId: "In the page's About section, under Page transparency.",
  pageToken: "A token of the page itself, with the permission pages_messaging.",
  instagramId: "The id of the professional account, as Meta's API names it. It is not the user name.",
  webhookKey:
    "Mailchimp shows it beside the webhook, once its address is entered there. Without it, nothing that comes in is believed.",
  botToken: "BotFather gives it to you when you make the bot.",
  botName: "As in t.me/your_bot, without the @.",
  rbmAgent: "In Google's RBM console, under the agent's information.",
  serviceAccount: "Paste the whole JSON file that Google gave you for the service account.",
  clientToken:
    "Google shows it where you enter the webhook's address. Without it, nothing that comes in is believed.",
  widgetTitle: "Above the chat. Leave it empty for “Chat with us”.",
  welcome: "The first words that a visitor reads.",
  colour: "As #rrggbb. Text on it is black or white, whichever is easier to read.",
  hours: "Such as Mon-Fri 09:00-18:00, Sat 10:00-14:00. Leave it empty if somebody always answers.",
  hoursZone: "Such as Asia/Kolkata. Leave it empty for UTC.",
  hoursText: "Shown above the chat while nobody is there.",
  proxy:
    "Only if the vendor takes calls from addresses that it knows: calls then go to this address, with the vendor's host as the first part of the path.",
  origins: "One address a line, such as https://www.example.com. Leave it empty for any website.",
  dltEntity: "The enterprise's own id at the operators, also called PE_ID. Nothing is sent without it.",
  baseUrl: "The https address that the vendor gave you. Nothing is sent without it.",
  dltTemplate:
    "The registered template for messages that aren't templates, such as answers from people and bots. Leave it empty to send templates only.",
  airtelKey: "The word after “Basic” that Airtel gave you, as it is. Nothing is sent without it.",
  simulated: "Made up. A second simulator of this type needs another one.",
} as const;
