import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { documentPages, guide } from '../../../../src-shared/reference/contents.ts'
import { button, open } from '../testing/local-api-backend.tsx'
import { pageFiles, pageText, pictureAddress } from './page-files.ts'

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

test('the guide comes first, with pictures, tables, commands to copy, and links to other pages and their headings', async () => {
  await open('/local-api/reference')
  await expect.element(page.getByRole('heading', { level: 2, name: 'Serve other programs' })).toBeVisible()
  await expect
    .element(page.getByRole('link', { name: 'Serve other programs' }))
    .toHaveAttribute('aria-current', 'page')
  const picture = page.getByRole('img', { name: /^The screen Local API/ })
  await expect.poll(() => (picture.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(1000)
  await expect.element(button('Copy: Commands').first()).toBeVisible()
  await page
    .getByRole('navigation', { name: 'Reference' })
    .getByRole('link', { name: 'Command line' })
    .click()
  await expect.element(page.getByRole('cell', { name: 'quarantine' })).toBeVisible()
  await page.getByRole('link', { name: "this computer's folder" }).first().click()
  await expect
    .element(page.getByRole('heading', { level: 2, name: 'Workspaces and backups' }))
    .toBeInTheDocument()
  const heading = page.getByRole('heading', { level: 3, name: "This computer's folder" })
  await expect.element(heading).toHaveAttribute('id', 'this-computers-folder')
  await expect.element(heading).toBeInViewport()
  expect(location.hash).toBe('#this-computers-folder')
})

test('a page that does not exist is said not to', async () => {
  await open('/local-api/reference/develop.md')
  await expect.element(page.getByText('There is no such page')).toBeVisible()
})

test('the build has every page that is shown and no other, and both forms of their pictures', async () => {
  const shown = [...guide, ...documentPages].map(({ file }) => file)
  expect([...pageFiles].sort()).toEqual(shown.sort())
  const texts = await Promise.all(shown.map(pageText))
  const named = texts.flatMap((text) =>
    [...text.matchAll(/\((pictures\/[^)]+)\)/g)].map(([, name = '']) => name),
  )
  expect(named.length).toBeGreaterThan(5)
  for (const name of named)
    for (const form of [name, name.replace('-light.', '-dark.')])
      expect(pictureAddress(form), form).toBeDefined()
})
