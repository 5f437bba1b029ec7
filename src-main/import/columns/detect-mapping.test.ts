import { describe, expect, test } from 'vitest'
import { readColumnName } from './column-name.ts'
import { aliasOf, detectColumn, detectMapping } from './detect-mapping.ts'
import { gtinPath, nutrientPath, servingPath, targetFields } from './import-fields.ts'

const pathOf = (name: string) => detectColumn(name)?.path

describe('column headings', () => {
  test.each([
    ['nutrition.totalFat', { words: 'nutrition total fat' }],
    [
      'saturated-fat_100g',
      { words: 'saturated fat', per: { measure: '100', uom: 'GRM' }, isOpenFoodFacts: true },
    ],
    [
      'energy-kcal_100ml',
      { words: 'energy', unit: 'E14', per: { measure: '100', uom: 'MLT' }, isOpenFoodFacts: true },
    ],
    ['Weight (kg)', { words: 'weight', unit: 'KGM' }],
    ['sodium_mg', { words: 'sodium', unit: 'MGM' }],
    ['product_name_fr', { words: 'product name', language: 'fr' }],
    ['fat_serving', { words: 'fat', perServing: true }],
    ['serving_size', { words: 'serving size' }],
    ['Made in', { words: 'made in' }],
    ['Größe', { words: 'grosse' }],
    ['Name (DE)', { words: 'name', language: 'de' }],
    ['name:fr-CA', { words: 'name', language: 'fr-CA' }],
    ['Title EN', { words: 'title', language: 'en' }],
    ['Item No', { words: 'item no' }],
    ['NAME', { words: 'name' }],
    ['*Product Name\n(required)', { words: 'product name' }],
    ['Ingredients (max. 4000 characters)', { words: 'ingredients' }],
    ['Country of Origin (ISO)', { words: 'country of origin' }],
    ['Net\nWeight\n(g)', { words: 'net weight', unit: 'GRM' }],
    ['Tiefe/mm', { words: 'tiefe', unit: 'MMT' }],
    ['Höhe mm', { words: 'hohe', unit: 'MMT' }],
    ['Weight lbs', { words: 'weight', unit: 'LBR' }],
    ['Net weight grams', { words: 'net weight', unit: 'GRM' }],
    ['Height_inches', { words: 'height', unit: 'INH' }],
    ['Net content, fl oz', { words: 'net content', unit: 'OZA' }],
    ['Width in inches', { words: 'width', unit: 'INH' }],
    ['Weight (each)', { words: 'weight each' }],
    ['Net weight (g, required)', { words: 'net weight', unit: 'GRM' }],
    ['Net weight g.', { words: 'net weight', unit: 'GRM' }],
    ['1. Product name (as on pack)', { words: 'product name' }],
    ['Product name (English)', { words: 'product name', language: 'en' }],
    ['Name - German', { words: 'name', language: 'de' }],
    ['Product name/EN', { words: 'product name', language: 'en' }],
    ['Length (m)', { words: 'length', unit: 'MTR' }],
    ['Weight (case)', { words: 'weight case' }],
    ['Brennwert kJ/100g', { words: 'brennwert', unit: 'KJO', per: { measure: '100', uom: 'GRM' } }],
    ['Salt (mg; required)', { words: 'salt', unit: 'MGM' }],
    ['Weight (kg - required)', { words: 'weight', unit: 'KGM' }],
    ['Product name {This field is required}', { words: 'product name' }],
    ['REQUIRED - Product name', { words: 'product name' }],
    ['商品名（必須）', { words: '商品 名' }],
    ['netWeightInGrams', { words: 'net weight', unit: 'GRM' }],
    ['Vitamin A mcg RAE', { words: 'vitamin a', unit: 'MC' }],
    ['Na\x01me', { words: 'name' }],
    ['Głębokość w cm', { words: 'glebokosc', unit: 'CMT' }],
    ['高度（厘米）', { words: '高度', unit: 'CMT' }],
    ['Fat per 100 g (g)', { words: 'fat', unit: 'GRM', per: { measure: '100', uom: 'GRM' } }],
  ])('%s', (name, expected) => expect(readColumnName(name)).toEqual(expected))

  test.each([
    ['Marke / Brand', 'products/product/brandDescription'],
    ['Marke (Brand)', 'products/product/brandDescription'],
    ['Brand\nMarque', 'products/product/brandDescription'],
    ['Fat / Fett (g)', nutrientPath('totalFat')],
    ['of which sugars (g)', nutrientPath('sugars')],
    ['di cui zuccheri (g)', nutrientPath('sugars')],
    ['Salt content (g)', nutrientPath('sodium')],
    ['Vitamin B-12 (µg)', nutrientPath('vitaminB12')],
    ['Sale (g)', nutrientPath('sodium')],
    ['Sale', undefined],
    ['Salt / Sodium (g)', undefined],
    ['Natrium/Salz (g)', undefined],
    ['Fat / Sugars (g)', undefined],
    ['Weight (case)', undefined],
    ['Nettogewicht (in g)', 'packageData/netWeight'],
    ['Net Wt. (g):', 'packageData/netWeight'],
    ['Netto inhoud', 'packageData/netWeight'],
    ['Nome del prodotto', 'ecommerceTitle'],
    ['Ingrediënten', 'products/product/grocery/ingredients'],
    ['Koolhydraten (g)', nutrientPath('carbohydrates')],
    ['w tym cukry (g)', nutrientPath('sugars')],
    ['食塩相当量(g)', nutrientPath('sodium')],
    ['Iron (% DV)', nutrientPath('dailyPercentOfIron')],
    ['Iron (% NRV)', undefined],
    ['Net weight UoM', 'packageData/netWeight/uom'],
    ['Gewichtseinheit', 'packageData/weight/uom'],
    ['Unit weight', undefined],
    ['Unit of sale', undefined],
    ['Image 2 URL', 'media/medium'],
    ['Total fat (% DV)', undefined],
    ['商品名', 'ecommerceTitle'],
  ])('%j means %s', (name, path) => expect(pathOf(name)).toBe(path))

  test.each([
    ['gtin', gtinPath],
    ['UPC', gtinPath],
    ['EAN-13', gtinPath],
    ['Barcode', gtinPath],
    ['code', gtinPath],
    ['rawGtin', gtinPath],
    ['product_name', 'ecommerceTitle'],
    ['name', 'ecommerceTitle'],
    ['Title', 'ecommerceTitle'],
    ['brands', 'products/product/brandDescription'],
    ['brand_owner', 'manufacturerId'],
    ['ingredients_text', 'products/product/grocery/ingredients'],
    ['categories', 'categoryId'],
    ['quantity', 'packageData/netWeight'],
    ['image_url', 'media/medium'],
    ['nutriments.fat_100g', nutrientPath('totalFat')],
    ['nutrition.basis', servingPath],
    ['vitamin-c_100g', nutrientPath('vitaminC')],
    ['proteins_100g', nutrientPath('protein')],
    ['nutrition.phosphorus', nutrientPath('phosphorous')],
    ['isAerosol', 'products/product/isAerosol'],
    ['price', undefined],
    ['licence', undefined],
    ['source', undefined],
    ['nutrition.name', undefined],
    ['fat_serving', undefined],
    ['carbon-footprint_100g', undefined],
    ['names', 'ecommerceTitle'],
    ['ecommerce_description_fr', 'ecommerceDescription/entry'],
    ['Country', 'products/product/countryOfOrigin'],
    ['Herkunftsland', 'products/product/countryOfOrigin'],
    ['countries', undefined],
    ['countries_tags', undefined],
    ['Country of sale', undefined],
    ['Unit', 'packageData/uom'],
    ['UOM', 'packageData/uom'],
    ['Units', 'packageData/unitsInPackage'],
    ['Net Weight Unit', 'packageData/netWeight/uom'],
    ['net_weight_value', 'packageData/netWeight'],
    ['Dimensions', 'packageData/dimensions'],
    ['Dimension Unit', 'packageData/length/uom'],
    ['fat_unit', nutrientPath('totalFat/uom')],
    ['serving_size_unit', `${servingPath}/uom`],
    ['Distributor', 'distributorId'],
    ['Importer', 'importerId'],
    ['Item No', undefined],
    ['Höhe in cm', 'packageData/height'],
    ['Tiefe/mm', 'packageData/length'],
    ['Nettogewicht [g]', 'packageData/netWeight'],
    ['davon gesättigte Fettsäuren (g)', nutrientPath('saturatedFat')],
    ['Eiweiß', nutrientPath('protein')],
    ['Code-barres', gtinPath],
    ['Désignation', 'ecommerceTitle'],
    ['dont sucres (g/100g)', nutrientPath('sugars')],
    ['Poids net en g', 'packageData/netWeight'],
    ['Denominación', 'ecommerceTitle'],
    ['Altura (cm)', 'packageData/height'],
    ['País de origen', 'products/product/countryOfOrigin'],
    ['Valor energético (kcal)', nutrientPath('energy')],
    ['image_link', 'media/medium'],
    ['google_product_category', 'categoryId'],
    ['product_type', 'categoryId'],
    ['shipping_weight', 'packageData/weight'],
  ])('maps %s to %s', (name, path) => expect(pathOf(name)).toBe(path))

  test('finds a field by its name or its label', () => {
    const missed = targetFields.filter(({ path, label }) => {
      const names = [
        path
          .replace(/(?:packageData)?\/uom$/, ' unit')
          .split('/')
          .at(-1) ?? '',
        label.replace(' (by name)', ''),
      ]
      return !names.some((name) => aliasOf(readColumnName(name).words)?.path === path)
    })
    // Attribute names are too general to be headings. The heading "kosher" maps to the kosher codes, from
    // which the flag is derived.
    expect(missed.map(({ path }) => path).filter((path) => !path.includes('@'))).toEqual([
      'products/product/grocery/foodRelatedIndicators/kosher',
    ])
  })
})

describe('mapping', () => {
  const columns = (...names: string[]) => names.map((name) => ({ name, samples: [] }))

  test('maps the known columns and ignores the others', () => {
    expect(detectMapping(columns('code', 'product_name', 'brands', 'price'))).toEqual({
      code: gtinPath,
      product_name: 'ecommerceTitle',
      brands: 'products/product/brandDescription',
    })
  })
  test('uses a description as the name if no other column is the name', () => {
    const description = 'products/product/description'
    expect(detectMapping(columns('UPC', 'Item Description'))).toMatchObject({
      'Item Description': 'ecommerceTitle',
    })
    expect(detectMapping(columns('UPC', 'Name', 'Item Description'))).toMatchObject({
      'Item Description': description,
    })
  })

  test('prefers the code of the unit to the code of its case', () => {
    const [ofCase, ofUnit] = [['19522000055012'], ['9522000050348']]
    const both = [
      { name: 'Case UPC', samples: ofCase },
      { name: 'Unit UPC', samples: ofUnit },
    ]
    expect(detectMapping(both)).toEqual({ 'Unit UPC': gtinPath })
    expect(detectMapping(both.slice(0, 1))).toEqual({ 'Case UPC': gtinPath })
    expect(
      detectMapping([
        { name: 'Karton', samples: ofCase },
        { name: 'Stück', samples: ofUnit },
      ]),
    ).toEqual({ Stück: gtinPath })
  })
  test.each([
    ['EAN VE', 'EAN Stück'],
    ['GTIN Gebinde', 'GTIN Einzelartikel'],
    ['EAN colis', 'EAN UVC'],
    ['EAN omdoos', 'EAN consumenteneenheid'],
    ['TU', 'BU'],
    ['Case GTIN', 'Code of the piece'],
    ['GTIN-14', 'GTIN-13'],
    ['GTIN', 'UPC'],
    ['Code A', 'Code B'],
  ])('reads %s as the code of the case, and %s as that of the unit', (ofCase, ofUnit) => {
    const mapping = detectMapping([
      { name: ofCase, samples: ['19522000055012'] },
      { name: ofUnit, samples: ['9522000050348'] },
    ])
    expect(mapping).toEqual({ [ofUnit]: gtinPath })
  })
  test('keeps the code of a case that is the only one, or that a column of other codes accompanies', () => {
    const ofCases = { name: 'GTIN', samples: ['19522000055012'] }
    const contained = { name: 'Contains', samples: ['9522000050348'] }
    expect(detectMapping([ofCases])).toEqual({ GTIN: gtinPath })
    expect(detectMapping([ofCases, contained])).toEqual({ GTIN: gtinPath })
    const incomplete = { name: 'UPC', samples: ['03600029145'] }
    expect(detectMapping([ofCases, incomplete])).toMatchObject({ GTIN: gtinPath })
  })
  test('finds the GTIN column by its values if no heading means GTIN', () => {
    const samples = ['4006381333931', '036000291452', '', '5901234123457', '10127735']
    const mapping = detectMapping([
      { name: 'No.', samples: ['1', '2', '3'] },
      { name: 'artikel', samples },
    ])
    expect(mapping).toEqual({ artikel: gtinPath })
    expect(detectMapping([{ name: 'artikel', samples: ['4006381333931', '1', '2'] }])).toEqual({})
  })
})

test('does not take a count of grams for a count of pieces', () => {
  const columns = ['item_name', 'unit_count', 'unit_count_type'].map((name) => ({ name, samples: [] }))
  expect(detectMapping(columns.slice(0, 2))).toHaveProperty('unit_count')
  expect(detectMapping(columns)).not.toHaveProperty('unit_count')
})
