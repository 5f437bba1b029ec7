import type { ReactNode } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cdp, page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fruits } from '../testing/fruits.ts'
import { CodeView } from './inputs/code-view.tsx'
import { Select } from './inputs/select.tsx'
import { Panel } from './layout/panel.tsx'
import { Thumbnail } from './thumbnail.tsx'
import './theme.css'

const emulate = (media: 'print' | '') =>
  (cdp() as unknown as { send(method: string, parameters: object): Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { media },
  )
beforeAll(() => emulate('print'))
afterAll(async () => {
  await emulate('')
  delete document.documentElement.dataset['theme']
})
/** Renders the content of the page's root. */
function renderApp(content: ReactNode) {
  const container = document.createElement('div')
  container.id = 'root'
  document.body.append(container)
  return render(content, { container })
}
const styleOf = (name: string) => getComputedStyle(page.getByTestId(name).element())

test('prints the content of the screen without controls that show no value', async () => {
  await renderApp(
    <div>
      <nav data-testid="rail">Rail</nav>
      <main id="main">
        <button type="button" data-testid="action">
          Queue
        </button>
        <div data-testid="value">
          <Select label="Fruit" options={fruits} value="a" onValueChange={() => {}} />
        </div>
        <button type="button" data-testid="picture">
          <Thumbnail url="data:image/svg+xml,<svg/>" />
        </button>
      </main>
    </div>,
  )
  const shown = ['rail', 'action', 'value', 'picture'].filter((name) => styleOf(name).display !== 'none')
  expect(shown).toEqual(['value', 'picture'])
  await expect.element(page.getByRole('combobox', { name: 'Fruit' })).toBeVisible()
})

test('nothing is cut, and pictures keep their size', async () => {
  await renderApp(
    <main id="main" className="h-20 overflow-hidden">
      <div data-testid="scrolling" className="h-[40px] overflow-y-auto">
        <p className="h-100">Long</p>
      </div>
      <p data-testid="text" className="w-20 truncate">
        A name that needs more than one line
      </p>
      <div data-testid="picture" className="w-fit">
        <Thumbnail url="data:image/svg+xml,<svg/>" className="size-8" />
      </div>
    </main>,
  )
  expect(styleOf('scrolling').height).toBe('400px')
  expect(page.getByRole('main').element().clientHeight).toBeGreaterThan(400)
  const text = page.getByTestId('text').element()
  expect(text.scrollWidth).toBe(text.clientWidth)
  expect(text.clientHeight).toBeGreaterThan(40)
  expect([styleOf('picture').width, styleOf('picture').height]).toEqual(['32px', '32px'])
})

test('prints XML in its full height', async () => {
  const xml = Array.from({ length: 100 }, (_, line) => `<line>${line}</line>`).join('\n')
  await renderApp(
    <main id="main">
      <div data-testid="view" className="h-[200px]">
        <CodeView label="XML" value={xml} />
      </div>
    </main>,
  )
  await expect.element(page.getByRole('textbox', { name: 'XML' })).toBeVisible()
  await expect.poll(() => page.getByTestId('view').element().clientHeight).toBeGreaterThan(100 * 20)
})

test('prints dark on white, also in the dark theme', async () => {
  document.documentElement.dataset['theme'] = 'dark'
  await renderApp(
    <main id="main">
      <Panel title="Product">Text</Panel>
    </main>,
  )
  const region = getComputedStyle(page.getByRole('region', { name: 'Product' }).element())
  const lightness = (color: string): number => {
    const pixel = new OffscreenCanvas(1, 1).getContext('2d')
    if (!pixel) return Number.NaN
    pixel.fillStyle = color
    pixel.fillRect(0, 0, 1, 1)
    const [red = 0, green = 0, blue = 0] = pixel.getImageData(0, 0, 1, 1).data
    return (red + green + blue) / 3
  }
  expect(lightness(region.backgroundColor)).toBe(255)
  expect(lightness(region.color)).toBeLessThan(60)
})
