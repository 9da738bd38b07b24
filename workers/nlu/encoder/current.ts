/** Of encoder.bin, which is too large for a Worker's own code: it lies with the files of the deployment. */
export const ENCODER = 87510412;

/** Where the file with this number lies, beside all enterprises' files: models name the one that they were trained with. */
export const encoderKey = (id: number): string => `platform/sentences-${id}.bin`;
