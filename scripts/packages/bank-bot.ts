import { botOf, intent } from "./parts.ts";
import { person } from "./person.ts";

export const bankBot = botOf(
  {
    id: "banking-faq-bot",
    category: "bank",
    name: "Banking FAQ bot",
    summary:
      "Answers the questions that a bank is asked most: lost cards, balances, statements, loans, branches and limits.",
  },
  "Answers what a bank is asked most",
  "I did not understand that. Ask me about cards, accounts, loans or branches.",
  {
    Cards: [
      intent(
        "Card is lost",
        'Block the card at once: in the app under Cards, or say "person" and a colleague does it.',
        [
          "I lost my card",
          "my card was stolen",
          "block my debit card",
          "please block my credit card",
          "somebody took my card",
          "I cannot find my card any more",
          "card missing, stop it",
          "freeze my card now",
          "hotlist my card",
        ],
      ),
      intent(
        "New PIN",
        "You set a new PIN in the app under Cards, or at one of our machines with your phone at hand.",
        [
          "I forgot my PIN",
          "change my PIN",
          "how do I set a new PIN",
          "reset the ATM pin",
          "my pin is blocked",
          "generate a pin for my card",
          "wrong pin three times",
          "pin for my new debit card",
        ],
      ),
      intent("Raise a limit", "Limits are in the app under Cards, Limits. Higher ones need a colleague.", [
        "raise my card limit",
        "increase the daily limit",
        "what is my withdrawal limit",
        "credit limit is too low",
        "how much can I withdraw in a day",
        "limit for transfers",
        "I want a higher limit",
        "change the spending limit",
      ]),
    ],
    Accounts: [
      intent(
        "Balance",
        "Your balance is in the app on the first page. I may not tell it here, for your safety.",
        [
          "what is my balance",
          "how much money is in my account",
          "show my account balance",
          "check balance",
          "how much do I have left",
          "available amount in my savings account",
          "balance enquiry",
          "tell me my current balance",
        ],
      ),
      intent("Statement", "Statements are in the app under Documents, for each of the last 24 months.", [
        "I need a bank statement",
        "send me the statement of last month",
        "download my account statement",
        "statement for my visa",
        "where do I find statements",
        "list of my transactions as pdf",
        "yearly statement for taxes",
        "mail me my statement",
      ]),
      intent(
        "Open an account",
        "You open an account in ten minutes in the app, with your PAN and Aadhaar at hand.",
        [
          "I want to open an account",
          "how do I become a customer",
          "open a savings account",
          "documents for a new account",
          "new account for my daughter",
          "start an account online",
          "which papers do I need to open an account",
          "account opening process",
        ],
      ),
    ],
    More: [
      intent(
        "Loans",
        "Tell us in the app under Loans how much and for how long; the answer comes within a day.",
        [
          "I need a loan",
          "personal loan interest",
          "how do I apply for a home loan",
          "what is the interest rate of a car loan",
          "am I eligible for a loan",
          "borrow money from the bank",
          "loan for my studies",
          "monthly instalment of a loan",
          "loan application status",
        ],
      ),
      intent(
        "Branches and hours",
        "Branches are open from 10 to 16 on working days. The app shows the nearest one on a map.",
        [
          "where is the nearest branch",
          "when are you open",
          "opening hours of the branch",
          "is the bank open on Saturday",
          "find an ATM near me",
          "branch in Pune",
          "what time do you close",
          "address of your office",
        ],
      ),
      person,
    ],
  },
);
