/** By which this build's packages are signed: Ed25519, 32 bytes in base64. Written by `npm run packages`. */
export const PUBLIC_KEY = "8U8PMC0npG012yOklTujJ1sNUBJiJ2wws9kd84Z0aqs=";
