import { expect, it } from 'vitest'
import { growthOf, growthOfReading } from './growth.ts'

/** Counts to `steps`; the result keeps the engine from leaving the work out. */
const count = (steps: number): number => {
  let sum = 0
  for (let step = 0; step < steps; step += 1) sum += step % 7
  return sum
}

it('calls linear work linear', async () => {
  const linear = (n: number) => count(n * 2000)
  expect(growthOf((n) => n, linear, 4000)).toMatchObject({ isLinear: true })
  expect(
    await growthOfReading(
      (n) => n,
      async (n) => linear(n),
      4000,
    ),
  ).toMatchObject({ isLinear: true })
})

it('does not call quadratic work linear', async () => {
  const quadratic = (n: number) => count(n * n)
  expect(growthOf((n) => n, quadratic, 4000)).toMatchObject({ isLinear: false })
  expect(
    await growthOfReading(
      (n) => n,
      async (n) => quadratic(n),
      4000,
    ),
  ).toMatchObject({ isLinear: false })
})
