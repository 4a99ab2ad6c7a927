import { findElement } from '../find-element.ts';
import { readPreferences } from '../preferences.ts';
import { speak } from '../tools/speech.ts';
import { previewOpened, type PreviewOpening } from './preview-opening.ts';

const said: string[] = [];
let tell: (text: string) => void = (text) => void said.push(text);

// The developer's console is part of what is shown: the checkout's own lines are passed on.
for (const how of ['warn', 'error'] as const) {
  const original = console[how];
  console[how] = (...parts: unknown[]) => {
    original(...parts);
    if (typeof parts[0] === 'string' && parts[0].startsWith('<pay-checkout>: ')) tell(parts[0].slice(16));
  };
}

const isInside = window.parent !== window;
findElement('.alone').hidden = isInside;
speak(readPreferences().locale, document);
if (isInside) {
  const detail: PreviewOpening = {
    checkout: findElement('pay-checkout'),
    page: document,
    listen: (told) => {
      tell = told;
      for (const text of said.splice(0)) told(text);
    },
  };
  window.parent.dispatchEvent(new CustomEvent(previewOpened, { detail }));
}
