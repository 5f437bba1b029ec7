import { DeskPage } from '../pages/desk-page.ts'
import { DraftPage } from '../pages/draft-page.ts'
import { expect, test } from '../support/app.ts'
import { countWork } from '../support/work.ts'

test.use({ initialState: 'synced sample' })

/** Limits for a newcomer on the way from the first screen to an item without errors. */
const goal = { clicks: 12, fields: 6 }

test('a newcomer creates a first valid item with few clicks and few typed fields @page', async ({
  page,
}, info) => {
  const draft = new DraftPage(page)
  const desk = new DeskPage(page)
  const work = await countWork(page)
  const type = async (label: string, text: string) => {
    await draft.field(label).click()
    await page.keyboard.type(text)
  }
  const pick = async (label: string, typed: string, entry: string) => {
    await page.getByRole('combobox', { name: label }).first().click()
    await page.keyboard.type(typed)
    await page.getByRole('option').filter({ hasText: entry }).click()
  }
  await desk.go('Feeds')
  await page.getByRole('button', { name: 'New feed' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Create items' }).click()
  await type('E-commerce title', 'Quince and fig spread, 240 g')
  await type('Code', '9520000000011')
  await pick('Manufacturer', 'norrv', 'Norrvik Foods AB')
  await pick('Category', 'spread', 'Honey and spreads')
  await type('Description', 'Quince and fig spread in a jar of 240 g')
  await pick('Brand', 'oat', 'Oatlark')
  await expect(draft.problems()).toContainText('No errors')
  const counted = await work()
  info.annotations.push({ type: 'work', description: JSON.stringify(counted) })
  console.log(`A first valid item: ${counted.clicks} clicks, ${counted.fields} typed fields`)
  expect(counted.clicks).toBeLessThanOrEqual(goal.clicks)
  expect(counted.fields).toBeLessThanOrEqual(goal.fields)
})
