import { expect as expectOfPage } from '@playwright/test'

/** Checks what a page shows. Waits for a minute at most: a page may need that on a busy computer. */
export const expect = expectOfPage.configure({ timeout: 60_000 })
