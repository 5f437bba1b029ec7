import { afterAll, beforeAll, expect, test } from 'vitest'
import { cdp, page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { fruits } from '../testing/fruits.ts'
import { Button } from './button.tsx'
import { Switch } from './inputs/checkbox.tsx'
import { Segmented } from './inputs/segmented.tsx'
import { Select } from './inputs/select.tsx'
import { Tabs } from './layout/tabs.tsx'
import { Meter, ProgressBar } from './progress-bar.tsx'
import { selectedClass } from './selected-class.ts'
import './theme.css'

/** Emulates forced colours (high contrast), in which the browser does not paint background colours. */
const emulate = (value: 'active' | 'none') =>
  (cdp() as unknown as { send(method: string, parameters: object): Promise<void> }).send(
    'Emulation.setEmulatedMedia',
    { features: [{ name: 'forced-colors', value }] },
  )
beforeAll(() => emulate('active'))
afterAll(() => emulate('none'))
const backgroundOf = (element: Element | null | undefined) =>
  element ? getComputedStyle(element).backgroundColor : undefined
const label = (name: string) => page.getByRole('radio', { name }).element().closest('label')

test('the chosen segment stands out', async () => {
  await render(<Segmented label="Fruit" options={fruits} value="a" onValueChange={() => {}} />)
  expect(backgroundOf(label('Apple'))).not.toBe(backgroundOf(document.body))
})

test('a switch is visible, on and off', async () => {
  await render(
    <>
      <Switch label="On" checked onCheckedChange={() => {}} />
      <Switch label="Off" checked={false} onCheckedChange={() => {}} />
      <p>Page</p>
    </>,
  )
  const on = page.getByRole('switch', { name: 'On' }).element()
  const off = page.getByRole('switch', { name: 'Off' }).element()
  expect(backgroundOf(on)).not.toBe(backgroundOf(off))
  for (const one of [on, off]) {
    expect(backgroundOf(one)).not.toBe(backgroundOf(document.body))
    expect(backgroundOf(one)).not.toBe(backgroundOf(one.firstElementChild))
  }
})

test('the selected tab is underlined', async () => {
  await render(
    <Tabs
      label="Parts"
      value="a"
      onValueChange={() => {}}
      tabs={fruits.map((one) => ({ ...one, panel: '' }))}
    />,
  )
  const marker = page.getByRole('tablist').element().lastElementChild
  expect(backgroundOf(marker)).not.toBe(backgroundOf(document.body))
})

test('only the active option is outlined', async () => {
  await render(<Select label="Fruit" options={fruits} value="a" onValueChange={() => {}} />)
  ;(page.getByRole('combobox').element() as HTMLElement).focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('option', { name: 'Apple' })).toBeVisible()
  await userEvent.keyboard('{ArrowDown}')
  const outline = (name: string) =>
    getComputedStyle(page.getByRole('option', { name }).element()).outlineStyle
  await expect.poll(() => outline('Banana')).toBe('solid')
  expect(outline('Apple')).toBe('none')
})

test('the progress is visible on its track', async () => {
  await render(
    <>
      <ProgressBar label="Sync" value={0.5} />
      <Meter label="Room" detail="" max={2} parts={[{ value: 1, className: 'bg-accent' }]} />
    </>,
  )
  for (const name of ['Sync', 'Room']) {
    const role = name === 'Sync' ? 'progressbar' : 'meter'
    const track = page.getByRole(role, { name }).element().firstElementChild
    expect(backgroundOf(track?.firstElementChild)).not.toBe(backgroundOf(track))
    expect(getComputedStyle(track as Element).borderStyle).toBe('solid')
  }
})

test('a primary button has a background', async () => {
  await render(<Button variant="primary">Save</Button>)
  const button = page.getByRole('button', { name: 'Save' }).element()
  expect(backgroundOf(button)).not.toBe(backgroundOf(document.body))
  expect(getComputedStyle(button).color).not.toBe(backgroundOf(button))
})

/** The side of an element to which its text is aligned. */
function sideOf(element: Element): 'left' | 'right' {
  const range = document.createRange()
  range.selectNodeContents(element)
  const [box, words] = [element.getBoundingClientRect(), range.getBoundingClientRect()]
  return words.left - box.left < box.right - words.right ? 'left' : 'right'
}

test.each([
  ['rtl', 'right'],
  ['ltr', 'left'],
])('on a %s page, text of its own direction and codes are aligned to the %s', async (direction, side) => {
  await render(
    <div dir={direction}>
      <p dir="auto">Oats</p>
      <p dir="auto">شوفان</p>
      <code className="block">/v2.1/item</code>
    </div>,
  )
  for (const text of ['Oats', 'شوفان', '/v2.1/item'])
    expect(sideOf(page.getByText(text).element())).toBe(side)
})

test('the chosen entry of a list has an outline in forced colours', async () => {
  await render(
    <>
      <p className={selectedClass}>Chosen</p>
      <p>Other</p>
    </>,
  )
  const frame = (text: string) =>
    getComputedStyle(page.getByText(text, { exact: true }).element()).outlineStyle
  expect([frame('Chosen'), frame('Other')]).toEqual(['solid', 'none'])
})

test('a bar is sticky only if the window is tall enough', async () => {
  await render(<p className="tall:sticky">Bar</p>)
  const position = () => getComputedStyle(page.getByText('Bar').element()).position
  await page.viewport(1280, 400)
  expect(position()).toBe('static')
  await page.viewport(1280, 800)
  expect(position()).toBe('sticky')
})
