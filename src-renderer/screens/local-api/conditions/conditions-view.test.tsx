import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { noConditions } from '../../../../src-shared/local-api/conditions.ts'
import { backend, button, open } from '../testing/local-api-backend.tsx'

test('conditions are off by default; every section shows the active ones, and they can be switched off together', async () => {
  await open('/local-api/conditions')
  const latency = page.getByRole('switch', { name: 'Latency' })
  await expect.element(latency).not.toBeChecked()
  expect(page.getByText(/condition on/).elements()).toHaveLength(0)
  await latency.click()
  await expect.element(page.getByText('latency 500 ms')).toBeVisible()
  await page.getByRole('switch', { name: 'Failing calls' }).click()
  const share = page.getByRole('textbox', { name: 'Share of calls, in %' })
  await share.fill('120')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter a number from 0.1 to 100.')).toBeVisible()
  await share.fill('12.5')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('latency 500 ms · 12.5 % of calls fail')).toBeVisible()
  expect(backend.conditions.errorRate).toBe(0.125)
  await expect.element(share).toHaveFocus()
  await page.getByRole('link', { name: 'Users' }).click()
  await expect.element(page.getByText('2 conditions on:')).toBeVisible()
  await button('Switch all off').click()
  await expect.poll(() => backend.conditions).toEqual(noConditions)
  await expect.poll(() => page.getByText('2 conditions on:').elements()).toHaveLength(0)
})

test('answers are limited to fewer items, and a search may have no selector', async () => {
  await open('/local-api/conditions')
  await page.getByRole('switch', { name: 'Smaller answers' }).click()
  await page.getByRole('switch', { name: 'Search without a selector' }).click()
  await expect
    .element(page.getByText('at most 1,000 items in an answer · search without a selector'))
    .toBeVisible()
  expect(backend.conditions).toMatchObject({ mostItems: 1000, searchWithoutSelector: true })
  const most = page.getByRole('textbox', { name: 'Items in an answer, in items' })
  await most.fill('10.000')
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => backend.conditions.mostItems).toBe(10_000)
  await expect.element(most).toHaveValue('10000')
  await page.getByRole('switch', { name: 'Smaller answers' }).click()
  await expect.poll(() => backend.conditions.mostItems).toBe(noConditions.mostItems)
})
