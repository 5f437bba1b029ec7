import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { button, open } from '../testing/local-api-backend.tsx'

test('the reference leads from an endpoint to its trial and to its documents and schemas', async () => {
  await open('/local-api/reference/item')
  const article = page.getByRole('article')
  await expect
    .element(article.getByRole('link', { name: 'Try it' }))
    .toHaveAttribute('href', '/local-api/try/item')
  await expect.element(page.getByRole('row', { name: /^allImg/ })).toMatchTextContent(/Only in v2/)
  await article.getByRole('link', { name: 'Items' }).click()
  await expect.element(page.getByRole('heading', { level: 2, name: 'Items' })).toBeVisible()
  await expect.element(page.getByRole('heading', { level: 3, name: 'PackageData' })).toBeVisible()
  await page.getByRole('link', { name: 'item.xsd' }).click()
  await expect
    .element(page.getByRole('textbox', { name: 'Schema item.xsd' }))
    .toMatchTextContent(/<xs:schema\/>/)
  await expect.element(button('Download')).toBeEnabled()
})
