import { describe, expect, test } from 'vitest'
import { viewInName } from './transferred.ts'

describe('the view code in a file name', () => {
  test.each([
    ['09522003001170_A1C1.jpg', 'A1C1'],
    ['09522003001170_a7n1.PNG', 'A7N1'],
    ['09522003001170_A1C1_2.jpg', 'A1C1'],
    ['front.jpg', ''],
    ['IMG_2041.jpg', ''],
    ['A1C1.jpg', ''],
  ])('%s', (name, view) => {
    expect(viewInName(name)).toBe(view)
  })
})
