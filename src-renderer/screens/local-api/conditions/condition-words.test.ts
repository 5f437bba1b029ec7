import { expect, test } from 'vitest'
import { noConditions } from '../../../../src-shared/local-api/conditions.ts'
import { startTexts } from '../../../texts/start.ts'
import { conditionInWords } from './condition-words.ts'

test('a condition without a number is translated too', async () => {
  await startTexts('de')
  try {
    expect(conditionInWords('maintenance', { ...noConditions, maintenance: true })).toBe('Wartung')
  } finally {
    await startTexts('en')
  }
})
