import type { Page } from '@playwright/test'

/**
 * Waits until nothing fades or moves any more: before, a colour is not yet the one it will be. What turns for ever is not
 * waited for.
 */
export async function untilStill(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        ({ playState, effect }) =>
          playState !== 'running' || effect?.getComputedTiming().endTime === Infinity,
      ),
  )
}
