import { findElement } from '../find-element.ts';
import { configuredPaymentValues, paymentValues } from '../panel/designated-values.ts';
import { mountEventLog } from '../panel/event-log.ts';
import { mountFaults, paymentTargets } from '../panel/faults.ts';
import { mountTestValues } from '../panel/test-values.ts';
import { readPreferences, storePreferences } from '../preferences.ts';
import { say, speak, translated } from '../tools/speech.ts';
import { languageOf } from '../../src/messages/catalogue.ts';
import { mountCodeView } from './code-view.ts';
import { mountControls } from './controls.ts';
import { PreviewControl } from './preview-control.ts';
import { defaultSettings, readSettings, writeSettings, type Settings } from './settings.ts';
import { mountStage } from './stage.ts';

const workshop = findElement('.workshop');
/** Whoever has chosen a language in the shop goes on in it. */
const read = (): Settings => readSettings(location.hash, readPreferences().locale);
let settings = read();

const status = findElement('.workshop-status');
const tell = (text: string): void => {
  status.textContent = translated(text);
};

const preview = new PreviewControl(workshop.dataset['baseUrl'] ?? '', () => settings);
const places = () => preview.places;

const show = async (): Promise<void> => {
  try {
    await preview.apply();
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
  draw();
};

const choose = (choices: Partial<Settings>): void => {
  settings = { ...settings, ...choices };
  storePreferences({ ...readPreferences(), locale: languageOf(settings.locale) });
  // The address is the playground as it is set: to keep, to share, to come back to.
  history.replaceState(null, '', `#${writeSettings(settings)}`);
  draw();
  void show();
};

const log = mountEventLog(findElement('.log-place'));
const faults = mountFaults(findElement('.fault-controls'), { targets: paymentTargets, tell });
const values = mountTestValues(findElement('.test-values'), {
  fixed: paymentValues,
  configured: configuredPaymentValues,
  tell,
});
values.load();

const drawControls = mountControls(findElement('.controls'), () => settings, choose);
const drawCode = mountCodeView(findElement('.code-place'), { settings: () => settings, places, choose, tell });
const drawStage = mountStage(findElement('.stage-place'), {
  settings: () => settings,
  choose,
  preview,
  tell,
  onOpen: (opening) => {
    for (const follow of [log.listen, faults.follow, values.follow]) follow(opening.checkout);
    opening.listen((text) => log.add('console', text, 'en'));
    void preview.open(opening).then(draw, (error: unknown) => tell(String(error)));
  },
});

function draw(): void {
  workshop.dataset['frame'] = settings.frame;
  speak(languageOf(settings.locale), document);
  drawControls();
  drawCode();
  drawStage();
}

findElement('.start-over').addEventListener('click', () => {
  choose(defaultSettings);
  tell(say('Todo como al principio'));
});
window.addEventListener('hashchange', () => choose(read()));
draw();
