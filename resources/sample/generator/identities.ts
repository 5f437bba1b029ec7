import type { Brand, Manufacturer } from './model.ts'

/** Invented companies and brands; a likeness to a real one is an accident. */
export const manufacturers: Manufacturer[] = [
  ['1001', 'Meadowbell Creamery Cooperative'], ['1002', 'Norrvik Foods AB'], ['1003', 'Hollin & Vale Bakers'], ['1004', 'Brightfurrow Growers Association'],
  ['1005', 'Glimmer Beverage Works'], ['1006', 'Kestrel & Crane Trading Co.'], ['1007', 'Crunchwell Snack Company'], ['1008', 'Marlow Confectionery Ltd'],
  ['1009', 'Stonecroft Milling Company'], ['1010', 'Casa Perla Alimentari S.r.l.'], ['1011', 'Lotus Pier Provisions'], ['1012', 'Acornling Nursery Foods'],
  ['1013', 'Tuftail Pet Kitchens'], ['1014', 'Brookglint Home Products'], ['1015', 'Fernwhistle Botanicals'], ['1016', 'Alderwell Laboratories'],
].map(([id = '', name = '']) => ({ id, name }))

export const distributors = [
  ['3001', 'Northgate Wholesale Partners'], ['3002', 'Blue Harbour Distribution'], ['3003', 'Prairie Line Logistics'], ['3004', 'Summit Cold Chain'], ['3005', 'Puerto Claro Importaciones'],
] as const
export const retailers = [
  ['4001', 'Pantry Row Markets'], ['4002', 'Corner & Co.'], ['4003', 'Fresh Harbour'], ['4004', 'Value Lantern'], ['4005', 'Larder Online'], ['4006', 'Mercado Violeta'],
] as const

const brand = (
  id: string, name: string, manufacturer: string, font: Brand['font'], nameFont: Brand['font'],
  colours: [base: string, deep: string, accent: string, paper: string], style: Brand['style'], pattern: Brand['pattern'], tagline: string,
): Brand => ({ id, name, manufacturer, font, nameFont, base: colours[0], deep: colours[1], accent: colours[2], paper: colours[3], style, pattern, tagline })

export const brands: Record<string, Brand> = {
  meadowbell: brand('2001', 'Meadowbell', '1001', 'Lobster', 'Fredoka', ['#2f7d4f', '#16452c', '#f4c542', '#fdf8e6'], 'classic', 'hills', 'Farm milk since 1932'),
  norrvik: brand('2002', 'Norrvik', '1002', 'Josefin Sans', 'Josefin Sans', ['#e4edf3', '#17324d', '#e4572e', '#ffffff'], 'minimal', 'none', 'Cultured in the north'),
  oatlark: brand('2003', 'Oatlark', '1002', 'Righteous', 'Righteous', ['#e9d9b6', '#234b4f', '#ef8354', '#fbf4e3'], 'diagonal', 'waves', 'Plants, poured'),
  hearthrye: brand('2004', 'Hearth & Rye', '1003', 'DM Serif Display', 'DM Serif Display', ['#7a3e21', '#3e1e10', '#e8b45a', '#fbf0de'], 'medallion', 'lattice', 'Baked before sunrise'),
  tillet: brand('2005', 'Maison Tillet', '1003', 'Playfair Display', 'Playfair Display', ['#26355d', '#141d38', '#d9b263', '#f8f1e4'], 'arch', 'stripes', 'Pâtisserie de famille'),
  brightfurrow: brand('2006', 'Brightfurrow', '1004', 'Pacifico', 'Fredoka', ['#f2f6e4', '#24502b', '#f08a24', '#ffffff'], 'block', 'leaves', 'Picked, rinsed, ready'),
  frostfield: brand('2007', 'Frostfield', '1004', 'Archivo Black', 'Archivo Black', ['#1d5fa8', '#0c2f5c', '#8fd6f5', '#f2f9fd'], 'diagonal', 'rays', 'Frozen within the hour'),
  glimmer: brand('2008', 'Glimmer Springs', '1005', 'Righteous', 'Josefin Sans', ['#d8f0f4', '#0d5c75', '#4fc3c8', '#f6fdfe'], 'minimal', 'waves', 'Sparkling mountain water'),
  fizzwick: brand('2009', 'Fizzwick', '1005', 'Bebas Neue', 'Bebas Neue', ['#f24c4c', '#3b1142', '#ffe14d', '#fff7e8'], 'diagonal', 'rays', 'Loud little sodas'),
  pomona: brand('2010', 'Pomona Lane', '1005', 'Abril Fatface', 'Abril Fatface', ['#fff2d8', '#5a2a1a', '#e8702a', '#fffaf0'], 'arch', 'leaves', 'Pressed, never hurried'),
  kestrel: brand('2011', 'Kestrel & Crane', '1006', 'Playfair Display', 'Playfair Display', ['#1f2a30', '#11181c', '#c99a5b', '#f3ece0'], 'medallion', 'grid', 'Slow roasted, small lots'),
  crunchwell: brand('2012', 'Crunchwell', '1007', 'Bebas Neue', 'Bebas Neue', ['#f2b705', '#5b1f0f', '#d7301f', '#fff6dc'], 'diagonal', 'rays', 'Kettle cooked crisps'),
  saltharbor: brand('2013', 'Salt Harbor', '1007', 'Josefin Sans', 'Josefin Sans', ['#1f4d5c', '#102d38', '#f2b263', '#f6f1e7'], 'block', 'waves', 'Nuts, corn and sea salt'),
  marlow: brand('2014', 'Cocoa Marlow', '1008', 'Abril Fatface', 'Playfair Display', ['#3b1d16', '#24100c', '#d8a75a', '#f7ead7'], 'arch', 'lattice', 'Bean to bar'),
  wobbly: brand('2015', 'Wobbly Bear', '1008', 'Fredoka', 'Fredoka', ['#ff8fb8', '#5b2a86', '#ffe066', '#fff5fa'], 'medallion', 'confetti', 'Seriously silly sweets'),
  parade: brand('2016', 'Morning Parade', '1009', 'Fredoka', 'Fredoka', ['#ffd23f', '#1b3c8c', '#ee4266', '#fffdf3'], 'diagonal', 'rays', 'March into the day'),
  stonecroft: brand('2017', 'Stonecroft Mills', '1009', 'DM Serif Display', 'DM Serif Display', ['#e7dcc3', '#4b3a24', '#b5562b', '#faf5e9'], 'classic', 'grid', 'Stone milled grain'),
  perla: brand('2018', 'Nonna Perla', '1010', 'Abril Fatface', 'Abril Fatface', ['#b3202a', '#5f0d14', '#2f7d4f', '#fff6e5'], 'arch', 'stripes', 'La domenica, ogni giorno'),
  luna: brand('2019', 'Luna Dorada', '1010', 'Pacifico', 'Fredoka', ['#e8472b', '#3f1d5c', '#f7b733', '#fff3dc'], 'medallion', 'confetti', 'Sabor de mercado'),
  lotuspier: brand('2020', 'Lotus Pier', '1011', 'Archivo Black', 'Archivo Black', ['#c8102e', '#2b0a10', '#f0c05a', '#fff8ec'], 'block', 'waves', 'Harbour kitchen classics'),
  kettle: brand('2021', 'Harbor Kettle', '1011', 'Lobster', 'Josefin Sans', ['#0f3b57', '#08243a', '#f07f3c', '#f3efe3'], 'medallion', 'stripes', 'Soups and the sea'),
  pantryrow: { ...brand('2022', 'Pantry Row', '1009', 'Inter', 'Inter', ['#efe7d6', '#20342c', '#e25b45', '#ffffff'], 'minimal', 'none', 'The everyday shelf'), privateLabel: true },
  acornling: brand('2023', 'Acornling', '1012', 'Fredoka', 'Fredoka', ['#cfe8dc', '#2f5d62', '#f6a36c', '#fbfdf9'], 'classic', 'dots', 'First foods, gently made'),
  tuftail: brand('2024', 'Tuftail', '1013', 'Righteous', 'Fredoka', ['#f08b2e', '#2a2d5b', '#ffd166', '#fff6ea'], 'block', 'dots', 'Honest bowls for good dogs'),
  velvet: brand('2025', 'Velvet Whisker', '1013', 'Lobster', 'Josefin Sans', ['#6d4c9f', '#2f1d4d', '#f3b6c6', '#f8f3fb'], 'arch', 'dots', 'For discerning cats'),
  brookglint: brand('2026', 'Brookglint', '1014', 'Righteous', 'Righteous', ['#1aa3b8', '#0b3c5d', '#b8e04a', '#f1fbfc'], 'diagonal', 'rays', 'Clean that shows'),
  cloudfold: brand('2027', 'Cloudfold', '1014', 'Pacifico', 'Josefin Sans', ['#a9d5f0', '#27507a', '#f7c6d4', '#f8fcff'], 'classic', 'dots', 'Softness, folded'),
  fernwhistle: brand('2028', 'Fernwhistle', '1015', 'Josefin Sans', 'Josefin Sans', ['#dfe9dc', '#2c4a3b', '#c7925b', '#fafcf8'], 'arch', 'leaves', 'Botanical everyday care'),
  pearlwise: brand('2029', 'Pearlwise', '1015', 'Archivo Black', 'Archivo Black', ['#0f6fc6', '#0a2f6b', '#5ce1c4', '#f6fbff'], 'diagonal', 'waves', 'Dentist-minded oral care'),
  alderwell: brand('2030', 'Alderwell', '1016', 'Inter', 'Inter', ['#f3f8f6', '#123c3a', '#2fa37c', '#ffffff'], 'block', 'grid', 'Everyday health'),
  heather: brand('2031', 'Hive & Heather', '1009', 'Playfair Display', 'Playfair Display', ['#f6b93b', '#4a2c17', '#8e4585', '#fff8e6'], 'medallion', 'lattice', 'Honey and preserves'),
}

export const departments: Record<string, string> = {
  '10': 'Dairy and eggs', '11': 'Produce', '12': 'Bakery', '13': 'Frozen', '14': 'Beverages', '15': 'Snacks', '16': 'Confectionery', '17': 'Pantry',
  '18': 'Breakfast', '19': 'Baby', '20': 'Pet', '21': 'Household', '22': 'Personal care', '23': 'Health',
}
/** Classification of the sample: the first two digits are the department. */
export const categories: Record<string, string> = {
  '1001': 'Milk', '1002': 'Yogurt', '1003': 'Cheese', '1004': 'Butter and cream', '1005': 'Plant-based drinks', '1006': 'Eggs',
  '1101': 'Salads and leaves', '1102': 'Fruit', '1103': 'Vegetables', '1201': 'Bread', '1202': 'Pastries', '1203': 'Rolls and wraps',
  '1301': 'Frozen vegetables', '1302': 'Frozen meals', '1303': 'Ice cream', '1304': 'Frozen pizza', '1401': 'Water', '1402': 'Soft drinks', '1403': 'Juice', '1404': 'Coffee', '1405': 'Tea',
  '1501': 'Crisps', '1502': 'Nuts', '1503': 'Popcorn and pretzels', '1504': 'Crackers', '1601': 'Chocolate', '1602': 'Gummies and jellies', '1603': 'Mints and hard candy',
  '1701': 'Pasta', '1702': 'Sauces', '1703': 'Canned vegetables and beans', '1704': 'Rice and noodles', '1705': 'Soup', '1706': 'Canned fish', '1707': 'Baking', '1708': 'Salsas and tortillas', '1709': 'Oils and condiments',
  '1801': 'Cereal', '1802': 'Oats and granola', '1803': 'Honey and spreads', '1804': 'Cereal bars', '1901': 'Baby food', '1902': 'Baby formula', '1903': 'Baby care',
  '2001': 'Dog food', '2002': 'Cat food', '2003': 'Pet treats', '2101': 'Laundry', '2102': 'Dishwashing', '2103': 'Surface cleaners', '2104': 'Paper goods', '2105': 'Light and power',
  '2201': 'Hair care', '2202': 'Body care', '2203': 'Oral care', '2204': 'Deodorant', '2301': 'Vitamins', '2302': 'First aid', '2303': 'Remedies',
}
