/**
 * The names columns go by in the files people have: exports of Open Food Facts, of shops and of spreadsheets, in the
 * commonest languages. Each line: the field, and its names in lower-case words, the likeliest first.
 */
import { wordsOf } from './column-name.ts'
import { gtinPath, isNutrition, namePath, nutrientPath, servingPath, targetFields } from './import-fields.ts'

const product = 'products/product'
const grocery = `${product}/grocery`

const aliases: Record<string, string[]> = {
  [gtinPath]: [
    'gtin',
    'gtin 14',
    'gtin14',
    'gtin 13',
    'gtin13',
    'gtin 12',
    'gtin12',
    'gtin 8',
    'gtin8',
    'upc',
    'upc code',
    'upc a',
    'gtin upc',
    'upc 12',
    'ean',
    'ean code',
    'ean 13',
    'ean13',
    'ean upc',
    'upc ean',
    'barcode',
    'bar code',
    'raw gtin',
    'code barre',
    'code barres',
    'strichcode',
    'codigo de barras',
    'codice a barre',
    'jan',
    'isbn',
    'product code',
    'item code',
    'code',
  ],
  [namePath]: [
    'ecommerce title',
    'e commerce title',
    'product name',
    'name',
    'title',
    'item name',
    'article name',
    'product title',
    'product',
    'item',
    'nom',
    'nom du produit',
    'produktname',
    'bezeichnung',
    'artikelbezeichnung',
    'nombre',
    'nombre del producto',
    'nome',
    'denominazione',
    'short description',
    'generic name',
  ],
  'ecommerceDescription/entry': [
    'ecommerce description',
    'e commerce description',
    'long description',
    'names',
  ],
  [`${product}/brandDescription`]: [
    'brand',
    'brand name',
    'brands',
    'brand owner brand',
    'marque',
    'marques',
    'marke',
    'marca',
    'merk',
    'label brand',
  ],
  manufacturerId: [
    'manufacturer',
    'manufacturer name',
    'brand owner',
    'producer',
    'maker',
    'hersteller',
    'fabricant',
    'fabricante',
    'produttore',
    'company',
    'supplier',
    'vendor',
  ],
  categoryId: [
    'category id',
    'gpc',
    'gpc code',
    'gpc brick',
    'brick',
    'brick code',
    'gpc category code',
    'categories',
    'categories tags',
    'category',
    'product category',
    'main category',
    'food category',
    'branded food category',
    'kategorie',
    'categorie',
    'categoria',
  ],
  [`${product}/description`]: [
    'description',
    'product description',
    'item description',
    'beschreibung',
    'descripcion',
  ],
  [`${product}/countryOfOrigin`]: [
    'country of origin',
    'origin country',
    'origin',
    'origins',
    'made in',
    'herkunft',
    'herkunftsland',
    'pays d origine',
  ],
  [`${product}/warnings/warning`]: ['warnings', 'warning', 'allergen statement', 'warnhinweise'],
  [`${product}/directions`]: [
    'directions',
    'preparation',
    'usage',
    'directions for use',
    'instructions',
    'how to use',
  ],
  [`${grocery}/ingredients`]: [
    'ingredients',
    'ingredients text',
    'ingredient list',
    'ingredient statement',
    'zutaten',
    'ingredientes',
    'ingredienti',
  ],
  [`${grocery}/kosherCodes/kosherCode`]: ['kosher codes', 'kosher code', 'kosher'],
  [`${grocery}/foodRelatedIndicators/temperatureIndicator`]: [
    'temperature indicator',
    'temperature',
    'storage temperature',
  ],
  'media/medium': [
    'images',
    'image address',
    'image',
    'image url',
    'image front url',
    'front image',
    'front image url',
    'image front',
    'picture',
    'picture url',
    'photo',
    'photo url',
    'image left url',
    'image right url',
    'image back url',
    'image top url',
    'image bottom url',
    'image ingredients url',
    'image nutrition url',
    'image packaging url',
  ],
  'packageData/netWeight': [
    'net weight',
    'net content',
    'net contents',
    'net quantity',
    'quantity',
    'nettogewicht',
    'inhalt',
    'poids net',
    'peso neto',
    'contenance',
    'size',
  ],
  'packageData/packageSize': ['package size', 'pack size', 'package weight'],
  'packageData/weight': ['gross weight', 'weight', 'bruttogewicht'],
  'packageData/length': ['length', 'depth', 'package length', 'package depth', 'lange'],
  'packageData/width': ['width', 'package width', 'breite'],
  'packageData/height': ['height', 'package height', 'hohe'],
  'packageData/unitsInPackage': [
    'units in package',
    'units per pack',
    'pack count',
    'unit count',
    'units',
    'count',
  ],
  'packageData/packageType': ['package type', 'packaging type', 'packaging', 'container', 'verpackung'],
  'companyTrackingId/@id': [
    'company tracking id',
    'tracking id',
    'sku',
    'internal id',
    'article number',
    'item number',
  ],
  '@type': ['type', 'item type', 'product type'],
  privateLabelItem: ['private label item', 'private label', 'own brand'],
  [servingPath]: ['nutrition basis', 'serving size', 'serving', 'portion', 'portion size'],
  [nutrientPath('numberOfServings')]: ['number of servings', 'servings per container', 'servings'],
  [nutrientPath('energy')]: [
    'energy kcal',
    'energy',
    'calories',
    'kcal',
    'energy kj',
    'brennwert',
    'energie',
    'valeur energetique',
  ],
  [nutrientPath('totalFat')]: ['total fat', 'fat', 'fett', 'matieres grasses', 'lipides', 'grasas', 'grassi'],
  [nutrientPath('saturatedFat')]: [
    'saturated fat',
    'saturates',
    'of which saturates',
    'saturated fatty acids',
    'gesattigte fettsauren',
  ],
  [nutrientPath('transFat')]: ['trans fat', 'trans fatty acids'],
  [nutrientPath('cholesterol')]: ['cholesterol'],
  [nutrientPath('sodium')]: ['sodium', 'natrium', 'salt', 'salz', 'sel', 'sal'],
  [nutrientPath('carbohydrates')]: [
    'carbohydrates',
    'total carbohydrate',
    'total carbohydrates',
    'carbohydrate',
    'carbs',
    'kohlenhydrate',
    'glucides',
  ],
  [nutrientPath('dietaryFiber')]: [
    'dietary fiber',
    'dietary fibre',
    'fiber',
    'fibre',
    'fibres',
    'ballaststoffe',
  ],
  [nutrientPath('sugars')]: ['sugars', 'total sugars', 'sugar', 'of which sugars', 'zucker', 'sucres'],
  [nutrientPath('protein')]: ['protein', 'proteins', 'eiweiss', 'eiwei', 'proteines', 'proteinas'],
  [nutrientPath('phosphorous')]: ['phosphorous', 'phosphorus'],
  [nutrientPath('folicAcid')]: ['folic acid', 'vitamin b9'],
  [nutrientPath('niacin')]: ['niacin', 'vitamin b3', 'vitamin pp'],
  [nutrientPath('thiamin')]: ['thiamin', 'thiamine', 'vitamin b1'],
  [nutrientPath('riboflavin')]: ['riboflavin', 'vitamin b2'],
}

export interface Alias {
  path: string
  /** How likely the name is; 0 is likeliest. */
  rank: number
}

/** Prefixes that say which part of a product a column is about, and nothing else. */
const sections =
  /^(?:nutrition facts|nutritional|nutrition|nutriments|nutrients|nutriscore data|item|article|product) /

/** The names above, then the vocabulary's own name of each element that has none there. */
function* allAliases(): Generator<[string, Alias]> {
  for (const [path, names] of Object.entries(aliases)) {
    for (const [rank, name] of names.entries()) yield [name, { path, rank }]
  }
  for (const { path } of targetFields) {
    const own = path.split('/').at(-1) ?? ''
    if (!aliases[path] && !own.startsWith('@')) yield [wordsOf(own), { path, rank: 0 }]
  }
}

const byName = new Map<string, Alias>()
for (const [name, alias] of allAliases()) if (!byName.has(name)) byName.set(name, alias)

/** The field a column's words name, if any. */
export function aliasOf(words: string): Alias | undefined {
  const direct = byName.get(words)
  if (direct) return direct
  const short = byName.get(words.replace(sections, ''))
  if (!short) return undefined
  // "nutrition sugars" is a nutrient; "nutrition name" is no name.
  const isFood = /^nutri/.test(words)
  return isFood === isNutrition(short.path) ? { ...short, rank: short.rank + 1 } : undefined
}
