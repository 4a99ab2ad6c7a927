import type { ReactiveControllerHost } from 'lit';
import { Announcer, type AnnouncerHost } from './announcer.ts';
import { Vigil, type VigilHost } from './vigil.ts';

/** Has a checkout tell where it stands: to who listens, and to who is in another tab or asleep. */
export function attend(host: Pick<ReactiveControllerHost, 'addController'> & AnnouncerHost & VigilHost): void {
  host.addController(new Announcer(host));
  host.addController(new Vigil(host));
}
