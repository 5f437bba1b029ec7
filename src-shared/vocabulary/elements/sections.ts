/** The sections that group the fields of a form, in display order. */
export const sections = [
  { id: 'identity', label: 'Identity', help: 'What the item is, who makes it and how it is classified.' },
  { id: 'product', label: 'Product', help: 'Each product inside the package.' },
  { id: 'package', label: 'Package', help: 'Size, weight and kind of the package.' },
  { id: 'grocery', label: 'Grocery', help: 'Ingredients, kosher codes and food indicators.' },
  { id: 'nutrition', label: 'Nutrition', help: 'The nutrition facts, one panel for each serving basis.' },
  { id: 'compliance', label: 'Compliance flags', help: 'Safety, handling and legal flags.' },
  { id: 'media', label: 'Media', help: 'Images and where they are found.' },
  { id: 'contentPlus', label: 'Content+', help: 'Richer content for every retailer.' },
  { id: 'retailerContent', label: 'Retailer content', help: 'Content+ for single retailers.' },
  { id: 'parties', label: 'Distributor and importer', help: 'Who distributes and who imports the package.' },
  { id: 'record', label: 'Record', help: 'What the service itself keeps about the record.' },
] as const
export type SectionId = (typeof sections)[number]['id']
