import { describe, expect, it } from 'vitest'
import { checkContentPlus } from './content-plus-rules.ts'

describe('the rules of Content+ feeds', () => {
  it('require items, retailers and addresses', () => {
    const problems = checkContentPlus({
      item: [
        { id: '1', retailer: [{ id: 'r', images: [{ url: 'https://media.example/1.jpg' }] }] },
        { id: ' ', retailer: [] },
        { id: '3', retailer: [{ id: '', videos: [{ url: '' }] }] },
      ],
    })
    expect(problems.map(({ code, path }) => `${code} ${path}`)).toEqual([
      'ITEM_REQUIRED contentPlus/item[2]/@id',
      'RETAILER_REQUIRED contentPlus/item[2]/retailer[1]',
      'RETAILER_REQUIRED contentPlus/item[3]/retailer[1]/@id',
      'URL_INVALID contentPlus/item[3]/retailer[1]/videos/medium[1]/url',
    ])
  })
})
