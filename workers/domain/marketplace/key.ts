/** By which this build's packages are signed: Ed25519, 32 bytes in base64. Written by `npm run packages`. */
export const PUBLIC_KEY = "+WvlALmFZbbpmIPC2gHsJCAugbhDgkQwUCPjczh91lA=";
