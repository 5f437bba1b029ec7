/**
 * The eleven endpoints of the Catalog Data Service, each declared once. The routing and parameter checks of
 * the local server (src-main/local-api), the requests of the client (src-main/upstream) and the reference
 * page (`reference.ts`) are derived from these declarations. Specification: "Endpoints".
 */
import { type ApiVersion, apiVersions, type Endpoint, type ErrorStatus, type Parameter } from './endpoint.ts'
import { itemParameters, selectors } from './item-parameters.ts'
import type { ParameterValues } from './read-parameters.ts'

const everyVersion: readonly ApiVersion[] = apiVersions
const fromVersion21: readonly ApiVersion[] = ['v2.1']

/** Error statuses that every call can return. */
const anyCall: readonly ErrorStatus[] = [400, 403, 404, 405, 500, 503]
const upload: readonly ErrorStatus[] = [...anyCall, 413, 507]

const listParameters = [
  {
    name: 'idx',
    type: 'integer',
    section: 'paging',
    meaning: 'number of the first entry, counted from 0',
    default: '0',
  },
  {
    name: 'limit',
    type: 'integer',
    section: 'paging',
    meaning: 'largest number of entries to return',
    absent: 'all of them',
  },
] as const satisfies readonly Parameter[]

const windowParameters = [
  {
    name: 'offset',
    type: 'integer',
    section: 'paging',
    meaning: 'first item of the window, counted from 0',
    default: '0',
  },
  {
    name: 'limit',
    type: 'integer',
    section: 'paging',
    meaning: 'END of the window, exclusive: not a count. Not below offset',
    absent: 'offset + 100',
  },
] as const satisfies readonly Parameter[]

const feedIdentifier = { name: 'feedId', meaning: 'feed identifier, as acknowledged' } as const

export const endpoints = {
  manufacturer: {
    number: 1,
    method: 'GET',
    path: '/manufacturer[/{manufacturerId}]',
    versions: everyVersion,
    title: 'Manufacturers',
    summary: 'The list of manufacturers, or the one the path names.',
    pathParameters: [{ name: 'manufacturerId', meaning: 'manufacturer identifier' }],
    parameters: listParameters,
    isLookup: true,
    response: 'manufacturers',
    success: 200,
    errors: anyCall,
  },
  brand: {
    number: 2,
    method: 'GET',
    path: '/brand[/{brandId}]',
    versions: everyVersion,
    title: 'Brands',
    summary: 'The list of brands, or the one the path names.',
    pathParameters: [{ name: 'brandId', meaning: 'brand identifier' }],
    parameters: listParameters,
    isLookup: true,
    response: 'brands',
    success: 200,
    errors: anyCall,
  },
  distributor: {
    number: 3,
    method: 'GET',
    path: '/distributor',
    versions: everyVersion,
    title: 'Distributors',
    summary: 'The list of distributors.',
    pathParameters: [],
    parameters: listParameters,
    isLookup: true,
    response: 'distributors',
    success: 200,
    errors: anyCall,
  },
  retailer: {
    number: 4,
    method: 'GET',
    path: '/retailer[/{retailerId}]',
    versions: fromVersion21,
    title: 'Retailers',
    summary: 'The list of retailers, or the one the path names.',
    pathParameters: [{ name: 'retailerId', meaning: 'retailer identifier' }],
    parameters: listParameters,
    isLookup: true,
    response: 'retailers',
    success: 200,
    errors: anyCall,
  },
  item: {
    number: 5,
    method: 'GET',
    path: '/item[/{itemId}]',
    versions: everyVersion,
    title: 'Item search',
    summary:
      'Item records by words, manufacturer, brand, product code or date of change, or the one the path names.',
    pathParameters: [{ name: 'itemId', meaning: 'item identifier' }],
    parameters: itemParameters,
    oneOf: selectors,
    response: 'items',
    success: 200,
    errors: [...anyCall, 406],
  },
  contentPlusStatus: {
    number: 6,
    method: 'GET',
    path: '/feed/contentplus/{feedId}',
    versions: fromVersion21,
    title: 'Content+ feed status',
    summary: 'How far a Content+ feed has been processed, and the result of each item.',
    pathParameters: [feedIdentifier],
    parameters: windowParameters,
    response: 'contentPlusFeedStatus',
    success: 200,
    errors: anyCall,
  },
  publishContentPlus: {
    number: 7,
    method: 'POST',
    path: '/feed/contentplus/',
    versions: fromVersion21,
    title: 'Publish Content+ content',
    summary: 'Adds or updates Content+ content for the listed items and retailers.',
    pathParameters: [],
    parameters: [],
    request: 'contentPlus',
    response: 'contentPlusFeedAcknowledgement',
    success: 200,
    errors: upload,
  },
  createItems: {
    number: 8,
    method: 'POST',
    path: '/feed/items',
    versions: fromVersion21,
    title: 'Create items',
    summary: 'Creates one item or more. A product code that exists already is an error of that item.',
    pathParameters: [],
    parameters: [],
    request: 'ingestItems',
    response: 'itemFeedAcknowledgement',
    success: 200,
    errors: upload,
  },
  updateItem: {
    number: 9,
    method: 'PUT',
    path: '/feed/items/{upc}',
    versions: fromVersion21,
    title: 'Update item',
    summary:
      'Updates the e-commerce description and adds Content+ content of one item. Content+ that is sent again is duplicated.',
    pathParameters: [{ name: 'upc', meaning: 'product code; the same as in the payload' }],
    parameters: [],
    request: 'ingestItems',
    response: 'itemFeedAcknowledgement',
    success: 200,
    errors: upload,
  },
  refreshItems: {
    number: 10,
    method: 'POST',
    path: '/feed/items/refresh',
    versions: fromVersion21,
    title: 'Refresh or re-create items',
    summary: 'Replaces the whole record of each item, or creates it.',
    pathParameters: [],
    parameters: [],
    request: 'ingestItems',
    response: 'itemFeedAcknowledgement',
    success: 200,
    errors: upload,
  },
  itemFeedStatus: {
    number: 11,
    method: 'GET',
    path: '/feed/items[/{feedId}]',
    versions: fromVersion21,
    title: 'Item feed status',
    summary: "How far an item feed has been processed; without an identifier, the caller's newest.",
    pathParameters: [feedIdentifier],
    parameters: windowParameters,
    response: 'itemFeedStatus',
    success: 200,
    errors: anyCall,
  },
} as const satisfies Record<string, Endpoint>

type Endpoints = typeof endpoints
export type EndpointName = keyof Endpoints

/** The names of the endpoints, in the specification's order. */
export const endpointNames = Object.keys(endpoints) as EndpointName[]

/** The query parameters of an endpoint, with their values. */
export type Query<Name extends EndpointName> = ParameterValues<Endpoints[Name]['parameters']>

/** The lookup lists of the service. */
export type LookupKind = {
  [Name in EndpointName]: Endpoints[Name] extends { isLookup: true } ? Name : never
}[EndpointName]
export const lookupKinds: readonly LookupKind[] = endpointNames.filter(
  (name): name is LookupKind => 'isLookup' in endpoints[name],
)
