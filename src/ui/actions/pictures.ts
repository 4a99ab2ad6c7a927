/** Pictures to keep: what the payer saves, hands on to another app, or prints. */

export interface Sheet {
  title: string;
  /** Each with what it is called. */
  rows: readonly (readonly [name: string, value: string])[];
  /** How many of the first are large. Default: two, the numbers to pay with. */
  large?: number;
}

export const fileName = (kind: string, { reference }: { reference: string }): string =>
  `${kind}-${reference.replace(/[^\w-]/g, '_')}`;

const sizePx = 1024;
const marginPx = 64;

const inner = sizePx - 2 * marginPx;

/**
 * Saves a picture of any format as a PNG, which gallery and banking apps can read. A phone that can share files opens its
 * share sheet, from where the picture goes to the gallery or to the app.
 *
 * @param href a `data:` address.
 * @param name of the file, without its ending.
 * @throws where the picture cannot be drawn, or its file not be handed on.
 */
export async function savePicture(href: string, name: string): Promise<void> {
  const image = new Image();
  image.src = href;
  await image.decode();
  const drawn = draw(sizePx, (context) => {
    context.imageSmoothingEnabled = false;
    context.drawImage(image, marginPx, marginPx, inner, inner);
  });
  await handOn(name, drawn);
}

/** Draws a sheet, to be printed, or to be found in the gallery at the counter without a network. */
export function drawSheet({ title, rows, large = 2 }: Sheet): HTMLCanvasElement {
  const lines: [text: string, y: number, size: number, weight: number][] = [[title, 130, 60, 700]];
  let y = 156;
  rows.forEach(([label, value], place) => {
    const isLarge = place < large;
    y += 84;
    lines.push([label, y, 34, 400]);
    y += isLarge ? 66 : 52;
    lines.push([value, y, isLarge ? 64 : 40, 600]);
  });
  return draw(y + marginPx, (context) => {
    context.fillStyle = '#000';
    for (const [text, place, size, weight] of lines) {
      context.font = `${weight} ${size}px system-ui, sans-serif`;
      context.fillText(text, marginPx, place, inner);
    }
  });
}

function draw(height: number, paint: (context: CanvasRenderingContext2D) => void): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = sizePx;
  canvas.height = height;
  // Null where the page has too many canvases, which throws below.
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  context.fillStyle = '#fff';
  context.fillRect(0, 0, sizePx, height);
  paint(context);
  return canvas;
}

export async function handOn(name: string, canvas: HTMLCanvasElement): Promise<void> {
  // Null where the device has no room for it, which throws below.
  const blob = (await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve))) as Blob;
  const file = new File([blob], `${name}.png`, { type: blob.type });
  if (globalThis.matchMedia?.('(pointer: coarse)').matches && navigator.canShare?.({ files: [file] })) {
    await navigator.share({ files: [file] }).catch((thrown: Error) => {
      // An abort only means that the payer closed the share sheet.
      if (thrown.name !== 'AbortError') throw thrown;
    });
  } else download(canvas.toDataURL(), file.name);
}

export function download(href: string, name: string): void {
  Object.assign(document.createElement('a'), { href, download: name }).click();
}

let frame: HTMLIFrameElement | undefined;

/**
 * Prints a picture alone, without the shop's page around the checkout. The canvas stands in an empty frame: no text is
 * read as HTML, nothing is fetched, and a strict page policy has nothing to forbid.
 *
 * @param title what a saved sheet is called.
 * @param pressed gets the focus back, which goes to the frame's window and would go with it.
 * @param print opens the browser's print dialogue for the frame's window.
 */
export function printPicture(
  picture: HTMLCanvasElement,
  title: string,
  pressed?: HTMLElement,
  print = (view: Window): void => view.print(),
): void {
  frame?.remove();
  const made = (frame = document.createElement('iframe'));
  made.title = title;
  made.tabIndex = -1;
  made.setAttribute('aria-hidden', 'true');
  made.style.cssText = 'position:fixed;inset-inline-end:100%';
  const fill = (): void => {
    const view = made.contentWindow;
    if (!view) return;
    view.document.title = title;
    view.document.body.append(picture);
    picture.style.width = '100%';
    const end = (): void => {
      made.remove();
      pressed?.focus();
    };
    view.addEventListener('afterprint', end, { once: true });
    view.focus();
    print(view);
  };
  // An empty frame's document is there at once in one browser and only after its load event in another.
  made.addEventListener('load', fill, { once: true });
  document.body.append(made);
}
