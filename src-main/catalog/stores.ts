export { itemPieceReader } from './answer/item-answers.ts'
export { catalogReader } from './catalog-reader.ts'
export { catalogWriter } from './catalog-writer.ts'
export { categoryReader } from './categories/category-store.ts'
