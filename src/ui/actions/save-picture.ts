const sizePx = 1024;
const marginPx = 64;

/**
 * Saves a picture as a PNG, which gallery and banking apps read, whatever it was before. On a phone that can hand files
 * on, its share sheet opens, from where it goes to the gallery or to the app.
 *
 * @param href a `data:` address.
 * @param name of the file, without its ending.
 */
export async function savePicture(href: string, name: string): Promise<void> {
  const file = await toPng(href, `${name}.png`);
  if (matchMedia('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch(() => undefined); // the payer closed the sheet
    return;
  }
  const address = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = address;
  link.download = file.name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

async function toPng(href: string, name: string): Promise<File> {
  const image = new Image();
  image.src = href;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = sizePx;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures.');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, sizePx, sizePx);
  context.imageSmoothingEnabled = false;
  context.drawImage(image, marginPx, marginPx, sizePx - 2 * marginPx, sizePx - 2 * marginPx);
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be drawn.');
  return new File([blob], name, { type: blob.type });
}
