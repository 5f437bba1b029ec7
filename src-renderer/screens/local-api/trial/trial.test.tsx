import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backend, button, open } from '../testing/local-api-backend.tsx'

test('a call is filled in, sent as the chosen user, and its answer is shown', async () => {
  await open('/local-api/try/item?q=oat')
  await page.getByRole('textbox', { name: 'q', exact: true }).fill('milk')
  await page.getByLabelText('since').fill('2026-10-02')
  await page.getByText('E-commerce images').click()
  const front = page.getByRole('group', { name: 'epf' })
  await front.getByText('200', { exact: true }).click()
  await front.getByText('50', { exact: true }).click()
  expect(page.getByLabelText('esi').elements()).toHaveLength(0)
  await page.getByText('v2', { exact: true }).click()
  await page.getByText('Other images').click()
  await page.getByLabelText('esi').selectOptions('true')
  await page.getByRole('combobox', { name: 'User' }).selectOptions('labels')
  await expect
    .element(page.getByRole('group', { name: 'The call, with curl' }))
    .toMatchTextContent(/username: labels.*epf=50&epf=200/)
  await button('Send').click()
  await expect.element(page.getByText('200 OK')).toBeVisible()
  expect(backend.calls).toEqual([
    {
      endpoint: 'item',
      version: 'v2',
      username: 'labels',
      query: { q: ['milk'], since: ['20261002'], epf: ['50', '200'], esi: ['true'] },
    },
  ])
  await page.getByRole('tab', { name: /Headers/ }).click()
  await expect.element(page.getByText('content-type')).toBeVisible()
})

test('a feed starts with a sample, and its answer links to its status', async () => {
  backend.answer = { status: 200, body: '<FeedAcknowledgement><feedId>f-9</feedId></FeedAcknowledgement>' }
  await open('/local-api/try/createItems')
  await expect
    .element(page.getByRole('textbox', { name: 'Body of the call' }))
    .toMatchTextContent(/<manufacturerId>77<\/manufacturerId>/)
  await button('Send').click()
  await page.getByRole('link', { name: 'Get its status' }).click()
  await expect.element(page.getByRole('textbox', { name: 'feedId' })).toHaveValue('f-9')
  expect(backend.calls[0]?.body).toContain('<manufacturerId>77</manufacturerId>')
})

test('a call cannot be sent without a required identifier, or while the service is off', async () => {
  backend.running = false
  await open('/local-api/try/contentPlusStatus')
  await expect.element(button('Send')).toBeDisabled()
  await button('Switch on').click()
  await expect.element(button('Send')).toBeDisabled()
  await page.getByRole('textbox', { name: 'feedId' }).fill('f-1')
  await expect.element(button('Send')).toBeEnabled()
})
