/**
 * The logo that a merchant's record names, as an address that holds it. A service may let merchants bring their own files:
 * an SVG is held to what `isSafePicture` says, the sides of a JPEG or WebP are read from its head, and the scans of a JPEG
 * are counted, for few bytes may unfold to a picture that fits no memory, or that takes a minute to draw.
 */
import { isSafePicture } from './safe-picture.ts';

/** Most bytes of a logo. */
export const maxLogoBytes = 200_000;
/** Most pixels of a side. */
const maxSide = 2048;
/** Most scans of a JPEG, each of which goes over the whole picture: the usual tools write ten or twelve. */
const maxScans = 20;
/** Most bytes of a WebP that are packed without loss: every four of them may be a code of their own, which takes as long as a picture. */
const maxLossless = 20_000;

/** @param bytes a character for each byte. */
export function logoAddress(bytes: string): string | undefined {
  const addressAs = (type: string): string => `data:image/${type};base64,${btoa(bytes)}`;
  if (bytes.length > maxLogoBytes) return;
  if (bytes.startsWith('\xff\xd8'))
    return areSmall(jpegSides(bytes)) && scansOf(bytes) <= maxScans ? addressAs('jpeg') : undefined;
  if (/^RIFF[^]{4}WEBP/.test(bytes))
    return areSmall(webpSides(bytes)) && losslessIn(bytes) <= maxLossless ? addressAs('webp') : undefined;
  const address = addressAs(bytes.startsWith('\x89PNG') ? 'png' : 'svg+xml');
  return isSafePicture(address) ? address : undefined;
}

const areSmall = (sides: readonly number[]): boolean =>
  sides.length === 2 && sides.every((side) => side > 0 && side <= maxSide);

/**
 * Height and width stand in the header of the frame, behind other segments, each of which says how long it is. Marks that
 * have no length are not expected there: a browser would read on in what is passed over here.
 */
function jpegSides(bytes: string): number[] {
  const numberAt = (place: number): number => bytes.charCodeAt(place) * 256 + bytes.charCodeAt(place + 1);
  const segment = /\xff([\xc0-\xcf\xdb\xdd\xe0-\xef\xfe])/y;
  segment.lastIndex = 2;
  for (;;) {
    const place = segment.lastIndex;
    const [, kind] = segment.exec(bytes) ?? [];
    if (!kind) return [];
    if (/[\xc0-\xcf]/.test(kind) && !/[\xc4\xc8\xcc]/.test(kind)) return [numberAt(place + 5), numberAt(place + 7)];
    segment.lastIndex += numberAt(segment.lastIndex);
  }
}

/** How often the mark that begins a scan stands anywhere in the file: what is no scan never has it outside of segments. */
const scansOf = (bytes: string): number => bytes.split('\xff\xda').length - 1;

/** How many bytes of a WebP are packed without loss, the parts for what is transparent among them. */
function losslessIn(bytes: string): number {
  let count = 0;
  for (let at = 12; at < bytes.length;) {
    const length = littleEndian(bytes, at + 4, 4);
    if (/^(?:VP8L|ALPH)$/.test(bytes.slice(at, at + 4))) count += length;
    // Each begins at an even place.
    at += 8 + length + (length % 2);
  }
  return count;
}

const littleEndian = (bytes: string, place: number, length: number): number =>
  Array.from({ length }, (_, index) => bytes.charCodeAt(place + index) * 256 ** index).reduce(
    (one, next) => one + next,
  );

/** Width and height stand in the first part, in as many bits as its kind has for them. None of what moves. */
function webpSides(bytes: string): number[] {
  const numberAt = (place: number, length: number): number => littleEndian(bytes, place, length);
  const of14Bits = (number: number): number => number % 2 ** 14;
  switch (bytes.slice(12, 16)) {
    case 'VP8 ':
      return [of14Bits(numberAt(26, 2)), of14Bits(numberAt(28, 2))];
    case 'VP8L': {
      const both = numberAt(21, 4);
      return [1 + of14Bits(both), 1 + of14Bits(Math.floor(both / 2 ** 14))];
    }
    case 'VP8X':
      return Math.floor(bytes.charCodeAt(20) / 2) % 2 ? [] : [1 + numberAt(24, 3), 1 + numberAt(27, 3)];
    default:
      return [];
  }
}
