/** The page that a payment gateway leads back to. */
export const paymentTexts = {
  title: "Payment Result",
  checking: "Checking the payment…",
  states: {
    paid: "Payment Successful",
    expired: "Sorry , Your link has been expired",
    pending: "Payment is not made and waiting for approval.",
    cancelled: "Sorry , Your Payment is cancelled.",
    failed: "The payment failed.",
    unverified: "Couldn't verify this payment",
  },
  unverifiedText:
    "The signature in this address is not the payment gateway's, so we do not show its result. Look the payment up in Billing, or ask about it with the ids below.",
  notCheckableText:
    "This system has no payment gateway set up, so it cannot tell whether the payment was made. This page recorded nothing.",
  checkFailed: "Couldn't check the payment",
  paymentId: "Payment id",
  referenceId: "Reference id",
  none: "-",
  close: "Close",
  closesIn: (seconds: number) => `This window closes in ${seconds} ${seconds === 1 ? "second" : "seconds"}.`,
  stopped: "The countdown is stopped. This window stays open.",
  stop: "Stop the countdown",
  longer: "30 more seconds",
  closeYourself: "You can close this window now.",
  wrongRequest: "Unknown request.",
} as const;
