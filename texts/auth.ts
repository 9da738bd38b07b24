/** Coming in and going out. */
export const authTexts = {
  mandatory: "This field is mandatory.",
  emailInvalid: "Please enter a valid email address",
  captchaEmpty: "Please enter captcha.",
  wrongCaptcha: "The captcha does not match or has expired. Please try the new one.",
  wrongCredentials: "The e-mail address or password is incorrect.",
  signedInElsewhere: "You are signed in elsewhere.",
  slowDown: "Too many wrong attempts. Please wait a moment and try again.",
  sealBroken: "Couldn't read the password. Reload the page and try again.",
  loginSucceeded: "Welcome back!",
  loggedOut: "You have signed out.",
  sessionExpired: "Session Expired! Please login",
  sessionExpiredAgain: "Session Expired,Please Login Again!",

  // the sign-in page
  signIn: "Sign in",
  signInLead: "Welcome back. Sign in to your enterprise's console.",
  email: "E-mail",
  password: "Password",
  captcha: "Captcha",
  captchaHint: "Type the five digits that you see.",
  captchaPicture: "Captcha picture: five digits to type below",
  captchaRefresh: "Get a new captcha",
  captchaAsQuestion: "Can't read it? Answer a question instead",
  captchaAsPicture: "Show a picture instead",
  captchaQuestion: "Answer the question",
  captchaFailed: "Couldn't load the captcha.",
  removeExistingSession: "Sign out my other session and continue here",
  enterCaptchaAgain: "Tick the box below, answer the new captcha and sign in again.",
  signingIn: "Signing in…",
  forgotPassword: "Forgot password?",
  withOrganisation: "Sign in with your organisation",
  noScript: "Signing in needs JavaScript: your password is encrypted in this browser before it is sent.",
  waitSeconds: (seconds: number) => `You can try again in ${seconds} s.`,
  signInLink: "Sign In",

  // the slides beside it
  slides: [
    {
      title: "Admin Dashboard",
      text: "Every channel, team and number of the day in one place.",
    },
    {
      title: "CX Automation Platform",
      text: "Bots answer what they know and hand over what they do not.",
    },
    {
      title: "Create a Great Customer Journey & Experience",
      text: "From the first hello to the last reply, on the channel your customer likes.",
    },
  ],
  carousel: "Chatbird's features",
  slideOf: (at: number, all: number) => `Slide ${at} of ${all}`,
  pauseSlides: "Pause the slides",
  playSlides: "Play the slides",
} as const;
