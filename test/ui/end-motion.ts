/** Takes what appears to its end: a colour would be judged half-way. What turns for as long as something takes goes on. */
export function endMotion(root: ShadowRoot): void {
  for (const animation of root.getAnimations())
    if (animation.effect?.getComputedTiming().endTime !== Infinity) animation.finish();
}
