import '../../../ui/theme.css'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { backgroundOf } from './background-of.ts'
import { PictureViewer } from './picture-viewer.tsx'
import type { Picture } from './pictures.ts'

/** Draws a picture with a border in the given color and returns it as a data URL. */
function drawn(width: number, height: number, frame: string): string {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width, height })
  const context = canvas.getContext('2d')
  if (!context) throw new Error('No canvas here.')
  context.fillStyle = frame
  context.fillRect(0, 0, width, height)
  context.fillStyle = '#c80'
  context.fillRect(width / 4, height / 4, width / 2, height / 2)
  return canvas.toDataURL('image/png')
}

const picture = (key: string, url: string, view: string): Picture => ({
  key,
  fileName: `09522003001170_${view}.png`,
  title: `View ${view}`,
  url,
  thumbnail: url,
  placeholder: undefined,
  storedFile: {
    view,
    type: 'original',
    mimeType: 'image/png',
    description: '',
    sourceUrl: 'https://pictures.test/1',
    url,
  },
  medium: undefined,
})

const pictures = [
  picture('0', drawn(3000, 3000, '#fff'), 'A1C1'),
  picture('1', drawn(400, 600, '#246'), 'A7C1'),
]

const show = (shown: number, onShow = (_: number) => {}) =>
  render(
    <PictureViewer
      open
      onOpenChange={() => {}}
      pictures={pictures}
      shown={shown}
      onShow={onShow}
      itemName="Oats"
    />,
  )
const size = page.getByRole('status', { name: 'Size on screen' })
const percent = (): number => Number.parseInt(size.element().textContent ?? '', 10)

test('zooms with the keys, shows actual pixels at 100 % and fits again', async () => {
  await show(0)
  await expect.poll(percent).toBeGreaterThan(0)
  const fitted = percent()
  expect(fitted).toBeLessThan(100)
  await userEvent.keyboard('1')
  await expect.element(size).toHaveTextContent('100 %')
  await userEvent.keyboard('-')
  await expect.poll(percent).toBeLessThan(100)
  await userEvent.keyboard('0')
  await expect.poll(percent).toBe(fitted)
  await expect.element(page.getByText('3000 × 3000 pixels')).toBeVisible()
  await expect.element(page.getByText(/longer side has 3000 pixels; 2400 or fewer/)).toBeVisible()
})

test('fits the entire picture again in a smaller window and updates the zoom percentage', async () => {
  await page.viewport(1280, 800)
  await show(0)
  await expect.poll(percent).toBeGreaterThan(0)
  const before = percent()
  for (const [width, height] of [
    [640, 400],
    [400, 700],
  ] as const) {
    await page.viewport(width, height)
    await expect.poll(percent).toBeLessThan(before)
    const image = document.querySelector('figure img')?.getBoundingClientRect()
    const stage = document.querySelector('figure')?.getBoundingClientRect()
    expect(image?.height).toBeGreaterThan(150)
    expect(image?.height).toBeLessThanOrEqual(stage?.height ?? 0)
    expect(percent()).toBe(Math.round(((image?.width ?? 0) / 3000) * 100))
  }
  await page.viewport(1280, 800)
  await expect.poll(percent).toBe(before)
})

test('zooms in with the wheel', async () => {
  await show(0)
  await expect.poll(percent).toBeGreaterThan(0)
  const fitted = percent()
  const image = document.querySelector('figure img')
  const { x = 0, y = 0, width = 0, height = 0 } = image?.getBoundingClientRect() ?? {}
  const turn = () =>
    image?.dispatchEvent(
      new WheelEvent('wheel', {
        deltaY: -300,
        clientX: x + width / 2,
        clientY: y + height / 2,
        bubbles: true,
        cancelable: true,
      }),
    )
  await expect
    .poll(() => {
      turn()
      return percent()
    })
    .toBeGreaterThan(fitted)
})

test('reports a small picture and a colored background; arrow keys show the next picture', async () => {
  const shownIndexes: number[] = []
  await show(1, (index) => shownIndexes.push(index))
  await expect.element(page.getByText(/longer side has 600 pixels; 900 or more/)).toBeVisible()
  await expect.element(page.getByText(/neither white nor transparent/)).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.poll(() => shownIndexes).toEqual([0])
  const link = page.getByRole('link', { name: 'Download' })
  await expect.element(link).toHaveAttribute('download', '09522003001170_A7C1.png')
})

test('shows two pictures side by side that zoom and move together', async () => {
  await show(0)
  await expect.poll(percent).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Two side by side' }).click()
  await expect.element(page.getByRole('combobox', { name: 'Picture on the right' })).toHaveValue('1')
  await page.getByRole('button', { name: 'Zoom in' }).click()
  const transforms = () =>
    [...document.querySelectorAll<HTMLElement>('.react-transform-component')].map(
      ({ style }) => style.transform,
    )
  await expect
    .poll(() => {
      const [one, two] = transforms()
      return one === two && one?.includes('scale') && !one.includes('scale(1)')
    })
    .toBe(true)
})

test.each([
  ['#fff', 'white'],
  ['#00000000', 'transparent'],
  ['#246', 'other'],
])('classifies a border of %s as %s', async (color, expected) => {
  const image = new Image()
  image.src = drawn(300, 200, color)
  await image.decode()
  expect(backgroundOf(image)).toBe(expected)
})
