import { expect, test } from 'vitest'
import { labelledQuantity } from './quantity-label.ts'

test.for([
  ['NET WT. 12 oz', '12 oz', true],
  ['Füllmenge 500 g', '500 g', false],
  ['Nettofüllmenge: 500 g', '500 g', true],
  ['Poids net : 1,5 kg', '1,5 kg', true],
  ['净含量:500g', '500g', true],
  ['Inhalt .5 l', '.5 l', false],
  ['e 500 g', '500 g', false],
  ['500 g net wt.', '500 g', true],
  ['1,5 kg (netto)', '1,5 kg', true],
] as const)('splits off the label of %s', ([text, quantity, isNet]) => {
  expect(labelledQuantity(text)).toEqual({ quantity, isNet })
})

test.for([
  'ca. 500 g',
  'drained weight 300 g',
  'net wt.5 oz',
  'Inhalt,5 l',
  'min 5 g',
  'Abtropfgewicht: 300 g',
  '500 g',
  'net',
  '500 g drained',
])('splits nothing off %s', (text) => expect(labelledQuantity(text)).toBeUndefined())
