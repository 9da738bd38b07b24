/** A rectangle of a picture, in its own pixels. */
export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface Limits {
  /** Maximum width and height. */
  side: number;
  bytes: number;
}

const QUALITIES = [0.92, 0.84, 0.76, 0.68, 0.6];
const SMALLER = 0.8;
const SMALLEST = 32;

/**
 * Cuts a part out of a picture and scales it down to the limits: PNG stays PNG, anything else becomes JPEG. It is
 * redrawn, so a camera's metadata (place, time, device) is removed. Throws when the picture cannot be decoded.
 */
export async function cropImage(source: File, area: Area, limits: Limits): Promise<File> {
  const type = source.type === "image/png" ? "image/png" : "image/jpeg";
  const picture = await createImageBitmap(source);
  try {
    let scale = Math.min(1, limits.side / Math.max(area.width, area.height));
    for (;;) {
      const canvas = document.createElement("canvas");
      canvas.width = Math.max(1, Math.round(area.width * scale));
      canvas.height = Math.max(1, Math.round(area.height * scale));
      const context = canvas.getContext("2d");
      if (!context) throw new Error("no canvas");
      if (type === "image/jpeg") {
        context.fillStyle = "#ffffff";
        context.fillRect(0, 0, canvas.width, canvas.height);
      }
      context.imageSmoothingQuality = "high";
      context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height);
      for (const quality of type === "image/jpeg" ? QUALITIES : [1]) {
        const blob = await blobOf(canvas, type, quality);
        const enough = blob.size <= limits.bytes || canvas.width <= SMALLEST;
        if (enough) return new File([blob], nameOf(source.name, type), { type });
      }
      scale *= SMALLER;
    }
  } finally {
    picture.close();
  }
}

const blobOf = (canvas: HTMLCanvasElement, type: string, quality: number): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("not encoded"))), type, quality);
  });

const nameOf = (name: string, type: string): string =>
  `${name.replace(/\.[^.]*$/, "") || "picture"}.${type === "image/png" ? "png" : "jpg"}`;
