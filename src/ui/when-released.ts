/**
 * Nothing may move under a finger or a pressed button: the click would miss what it was meant for. A press begins with the
 * pointer, and on touch screens, where the mouse is played only once the finger is up again, with that mouse.
 */
let isPressed = false;
let isHeeded = false;
const waiting: (() => void)[] = [];

/** Heeds presses anywhere on the page, once for all: from the first control that gets the focus on. */
export function heedPresses(): void {
  if (isHeeded) return;
  isHeeded = true;
  const press = (): void => void (isPressed = true);
  const release = (): void => {
    isPressed = false;
    // The click comes in the same task as the release.
    for (const act of waiting.splice(0)) setTimeout(act);
  };
  for (const type of ['pointerdown', 'mousedown']) addEventListener(type, press, true);
  // A menu of the browser's own, as that of the right button or of a list, may keep the release: what follows tells of it.
  for (const type of ['pointerup', 'pointercancel', 'mouseup', 'keydown', 'input'])
    addEventListener(type, release, true);
}

/** Does at once what may move the page, or after the press that is under way. */
export function whenReleased(act: () => void): void {
  if (isPressed) waiting.push(act);
  else act();
}
