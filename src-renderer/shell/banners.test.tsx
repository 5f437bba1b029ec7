import { describe, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { type client, queryClient, shell, show, statusText } from '../testing/shown-shell.tsx'

const { listen } = await import('../rpc/changes.ts')

describe('a banner shows what blocks a workspace, with a link to the solution', () => {
  test.each<[string, () => void, RegExp, string]>([
    [
      'a full disk',
      () => Object.assign(shell.workspace, { unwritable: { code: 'full', message: 'The disk is full.' } }),
      /The disk is full/,
      '/workspaces',
    ],
    [
      'a missing password',
      () => Object.assign(shell.workspace, { passwordMissing: true }),
      /does not have the password of desk at\s+https:\/\/service\.example/,
      '/settings',
    ],
    [
      'plain http without consent',
      () => Object.assign(shell.workspace, { consentMissing: true }),
      /Nothing is synced or sent until you agree/,
      '/settings',
    ],
    [
      'a failed backup',
      () => {
        shell.backupFailure = { at: '2026-11-20T10:00:00Z', message: 'No room in /backups.' }
      },
      /The last backup was not made. No room/,
      '/workspaces',
    ],
  ])('%s', async (_name, happen, words, href) => {
    happen()
    await show()
    const alert = page.getByRole('alert')
    await expect.element(alert).toBeVisible()
    expect(alert.element().textContent).toMatch(words)
    await expect.element(alert.getByRole('link')).toHaveAttribute('href', href)
  })
})

test('a banner is shown while the backend does not answer, with a button to retry now', async () => {
  await show()
  const controller = new AbortController()
  let calls = 0
  let isBack = false
  const lostClient = {
    changes: {
      async next() {
        calls++
        if (calls > 1 && isBack) await new Promise((resolve) => setTimeout(resolve, 300))
        if (!isBack) throw new TypeError('Failed to fetch')
        return { changeNumber: 1, changes: [], workspace: 'North' }
      },
    },
  } as unknown as typeof client
  void listen(lostClient, queryClient, controller.signal)
  const banner = page.getByText(/^The program behind this window does not answer/)
  await expect.element(banner).toBeVisible()
  await expect.poll(statusText).toContain('Unknown')
  // The delay after the third failure is two seconds.
  await expect.poll(() => calls).toBe(3)
  isBack = true
  await page.getByRole('button', { name: 'Try now' }).click()
  expect(calls).toBe(4)
  await expect.poll(() => banner.elements().length).toBe(0)
  await expect.poll(statusText).toContain('Online')
  controller.abort()
})
