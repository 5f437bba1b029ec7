/** Scrolling a long list in the page, compared with an equally long list whose rows show only a number. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Browser, Page } from '@playwright/test'
import { amount, duration, type Figure } from '../../figure.ts'

interface Size {
  width: number
  height: number
}

/** Frames of a continuous scroll: the share of late frames, and the longest frame in milliseconds. */
interface Frames {
  late: number
  longest: number
}

/** Scrolls the element under the mouse with the wheel for a few seconds and measures the frames. */
async function scrollFrames(page: Page, viewport: Size, step: number): Promise<Frames> {
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { frameTimes: times })
    const note = (time: number) => {
      times.push(time)
      requestAnimationFrame(note)
    }
    requestAnimationFrame(note)
  })
  await page.mouse.move(viewport.width / 2, viewport.height / 2)
  for (let turn = 0; turn < 120; turn++) {
    await page.mouse.wheel(0, step)
    await delay(16)
  }
  const times = await page.evaluate(() => Reflect.get(window, 'frameTimes') as number[])
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? time))
  return { late: gaps.filter((gap) => gap > 25).length / gaps.length, longest: Math.max(...gaps) }
}

/** The peer of a scroll: the same number of rows, each with only a number, virtualized the same way. */
async function emptyList(browser: Browser, viewport: Size, items: number): Promise<Page> {
  const page = await browser.newPage({ viewport })
  await page.setContent(
    '<div id="box" style="height:100vh;overflow:auto;position:relative;contain:strict;background:white"><div id="inner" style="position:relative"></div></div>',
  )
  await page.evaluate((count) => {
    const [box, inner] = ['box', 'inner'].map((id) => document.getElementById(id))
    if (!box || !inner) return
    const height = 40
    inner.style.height = `${Math.min(count * height, 8_000_000)}px`
    const lines = Array.from({ length: 40 }, () => inner.appendChild(document.createElement('div')))
    for (const line of lines)
      line.style.cssText = `position:absolute;contain:strict;background:white;height:${height}px;left:0;right:0`
    const draw = () => {
      const first = Math.floor(box.scrollTop / height)
      for (let index = first; index < first + lines.length; index++) {
        const line = lines[index % lines.length]
        if (!line) continue
        line.style.transform = `translateY(${index * height}px)`
        line.textContent = String(index)
      }
    }
    box.addEventListener('scroll', draw, { passive: true })
    draw()
  }, items)
  return page
}

/**
 * A steady and a fast scroll of the element in the middle of `page`: the share of late frames and the longest
 * frame, each compared with an empty list of `items` rows in the same browser.
 */
export async function besideEmptyList(
  browser: Browser,
  page: Page,
  viewport: Size,
  items: number,
): Promise<Figure[]> {
  const figures: Figure[] = []
  const plain = await emptyList(browser, viewport, items)
  for (const [speed, step] of [
    ['steady', 60],
    ['fast', 2400],
  ] as const) {
    await plain.bringToFront()
    const theirs = await scrollFrames(plain, viewport, step)
    await page.bringToFront()
    const ours = await scrollFrames(page, viewport, step)
    figures.push(
      amount(`late frames of a ${speed} scroll`, 100 * ours.late, '%', {
        peer: 'an empty list',
        theirs: 100 * theirs.late,
        goal: Math.max(1, 110 * theirs.late),
      }),
      duration(`longest frame of a ${speed} scroll`, ours.longest, {
        peer: 'an empty list',
        theirs: theirs.longest,
        goal: 50,
      }),
    )
  }
  await plain.close()
  return figures
}
