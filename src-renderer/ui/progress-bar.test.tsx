import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { Meter, ProgressBar } from './progress-bar.tsx'
import './theme.css'

test('progress is clamped to 0 to 1, and has no number if it is unknown', async () => {
  await render(
    <>
      <ProgressBar label="Over" value={1.5} detail="150 of 100" />
      <ProgressBar label="Unknown" value={null} />
      <Meter
        label="Room"
        detail="6 of 4 GB"
        max={4}
        parts={[
          { value: 6, className: 'bg-accent' },
          { value: 0.0001, className: 'bg-good' },
        ]}
      />
    </>,
  )
  const over = page.getByRole('progressbar', { name: 'Over' })
  await expect.element(over).toHaveAttribute('aria-valuenow', '100')
  await expect.element(over).toHaveAttribute('aria-valuetext', '150 of 100')
  await expect
    .element(page.getByRole('progressbar', { name: 'Unknown' }))
    .not.toHaveAttribute('aria-valuenow')
  const room = page.getByRole('meter', { name: 'Room' })
  await expect.element(room).toHaveAttribute('aria-valuenow', '100')
  await expect.element(room).toHaveAttribute('aria-valuetext', '6 of 4 GB')
  const slightest = room.element().querySelector('.bg-good')
  expect(slightest?.getBoundingClientRect().width).toBeGreaterThan(1)
})
