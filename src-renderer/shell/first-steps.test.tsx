import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { path, queryClient, shell, show } from '../testing/shown-shell.tsx'

const steps = page.getByRole('complementary', { name: 'First steps' })
const noEntries = { 'under-way': 0, 'needs-you': 0, done: 0, withdrawn: 0 }

/** Simulates a workspace without any work, on a computer that has not shown the tour. */
function resetProgress(): void {
  shell.settings = { ...shell.settings, hintsSeen: [] }
  shell.drafts = 0
  shell.lastStep = undefined
  shell.overview = { ...shell.overview, entries: noEntries }
}

test('the first steps advance, open their screens, and are not shown again once closed', async () => {
  resetProgress()
  await show()
  await expect.element(steps.getByText('Look through the catalog.')).toBeVisible()
  await steps.getByRole('button', { name: 'Next step' }).click()
  await expect.poll(path).toBe('/feeds')
  await steps.getByRole('button', { name: 'Close the tour' }).click()
  await expect.element(steps).not.toBeInTheDocument()
  expect(shell.settings.hintsSeen).toEqual(['first-steps'])
})

test('completing a step shows the next one, and stepping back is possible', async () => {
  resetProgress()
  await show()
  await expect.element(steps.getByText('1 of 4')).toBeVisible()
  shell.drafts = 1
  await queryClient.invalidateQueries()
  // The draft is still empty.
  await expect.element(steps.getByText('1 of 4')).toBeVisible()
  shell.lastStep = 'Brand of Oats'
  await queryClient.invalidateQueries()
  await expect.element(steps.getByText('Send it, or wait.')).toBeVisible()
  await steps.getByRole('button', { name: 'Step back' }).click()
  await expect.element(steps.getByText('Change an item.')).toBeVisible()
  shell.overview = { ...shell.overview, entries: { ...noEntries, done: 1 } }
  await queryClient.invalidateQueries()
  await expect.element(steps.getByText('4 of 4')).toBeVisible()
})
