/** Header of what a screen asks for by itself while nobody is there: such a call is no use of the session. */
export const UNATTENDED = "unattended";
