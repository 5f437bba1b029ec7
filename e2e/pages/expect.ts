import { expect as expectOfPage } from '@playwright/test'

/** How long a check waits for a page, in milliseconds: on a busy computer a page may need a minute. */
export const pageTimeout = 60_000

/** Checks what a page shows, also outside of the journeys, whose configuration has the same limit. */
export const expect = expectOfPage.configure({ timeout: pageTimeout })
