import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { documentPages, guide } from '../../../../src-shared/reference/contents.ts'
import { button, open } from '../testing/local-api-backend.tsx'
import { pageFiles, pageText, pictureAddress } from './page-files.ts'

test('an endpoint links to its trial, its documents and its schemas', async () => {
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

test('the guide is listed first, with pictures, tables, commands to copy, and links to pages and their headings', async () => {
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

/** The rendered colour at the top edge of an element, as RGB. */
async function shownColour(element: Element): Promise<number[]> {
  const image = new Image()
  image.src = `data:image/png;base64,${await page.screenshot({ element, save: false })}`
  await image.decode()
  const context = document.createElement('canvas').getContext('2d')
  context?.drawImage(image, 0, 0)
  return [...(context?.getImageData(20, 4, 1, 1).data ?? [])].slice(0, 3)
}

test('a drawing follows the theme of the interface, even if the system theme differs', async () => {
  onTestFinished(() => void delete document.documentElement.dataset['theme'])
  await open('/local-api/reference/feeds-and-outbox.md')
  const drawing = page.getByRole('img', { name: /^The states of a feed/ })
  await expect.poll(() => (drawing.element() as HTMLImageElement).naturalWidth).toBeGreaterThan(500)
  for (const [theme, colour] of [
    ['dark', [13, 17, 23]],
    ['light', [255, 255, 255]],
  ] as const) {
    document.documentElement.dataset['theme'] = theme
    expect(await shownColour(drawing.element()), theme).toEqual(colour)
  }
})

test('shows a message for a page that does not exist', async () => {
  await open('/local-api/reference/develop.md')
  await expect.element(page.getByText('There is no such page')).toBeVisible()
})

test('the build has exactly the pages that are shown, and both variants of their pictures', async () => {
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
