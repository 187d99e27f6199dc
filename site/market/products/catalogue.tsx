/** The catalogue: search, category buttons and sorting answer at once, and stand in the address. */
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import {
  type CataloguePage,
  type CatalogueProduct,
  catalogueWords,
  categoryFilters,
  type ProductSort,
  productSorts,
} from '#domain/market/products.ts'
import { addressParams } from '#site/lib/address-params.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Notice } from '#site/ui/panel.tsx'
import { type CatalogueFilters, noFilters, readFilters, writeFilters } from './filters.ts'
import { ProductCard } from './product-card.tsx'
import { useCatalogue } from './use-catalogue.ts'

interface CatalogueProps {
  first: CataloguePage
  /** What can be done with a product, under its price. */
  renderActions: (product: CatalogueProduct) => ReactNode
  /** Stands beside the search and stays in sight. */
  cartToggle: ReactNode
}

export function Catalogue({ first, renderActions, cartToggle }: CatalogueProps) {
  const { filters, change, search, finish } = useFilters()
  const { products, hasNext, isPartial, isCutOff, retry } = useCatalogue(first, filters)
  const list = useRef<HTMLDivElement>(null)
  const isFiltered = filters.query.trim() !== '' || filters.category !== 'All'
  /** There is nothing to filter or to sort. */
  const isEmpty = products.length === 0 && !isFiltered && !isPartial

  /** What is new begins at its beginning. */
  function showFromStart() {
    if (getListTop() < 0) list.current?.scrollIntoView()
  }

  function getListTop(): number {
    return list.current?.getBoundingClientRect().top ?? 0
  }

  function changeAndShow(next: Partial<CatalogueFilters>) {
    change(next)
    showFromStart()
  }

  /** The first letter brings the box to the top, where what it finds stands under it, above a phone's keyboard too. */
  function searchAndShow(query: string) {
    const isFirst = filters.query === '' && query !== ''
    search(query)
    const seenHeight = window.visualViewport?.height ?? window.innerHeight
    if (isFirst && getListTop() > seenHeight / 2) list.current?.scrollIntoView()
    else showFromStart()
  }

  return (
    <div className="catalogue">
      <div className="market-bar">
        <SearchBox query={filters.query} onSearch={searchAndShow} onLeave={finish} />
        {cartToggle}
      </div>
      {!isEmpty && (
        <div className="market-filters">
          <fieldset className="market-categories">
            <legend className="sr-only">{catalogueWords.category}</legend>
            {categoryFilters.map((category) => (
              <button
                key={category}
                type="button"
                aria-pressed={category === filters.category}
                onClick={() => changeAndShow({ category, page: 1 })}
              >
                {category}
              </button>
            ))}
          </fieldset>
          <label className="market-sort">
            <span>{catalogueWords.sort}</span>
            <select
              className="input"
              value={filters.sort}
              onChange={(event) => changeAndShow({ sort: event.target.value as ProductSort, page: 1 })}
            >
              {Object.entries(productSorts).map(([value, words]) => (
                <option key={value} value={value}>
                  {words}
                </option>
              ))}
            </select>
          </label>
        </div>
      )}
      <div ref={list} className="market-list">
        <p role="status" className="market-count">
          {describeCount(products.length, hasNext || isPartial, filters)}
        </p>
        {isCutOff && (
          <Notice kind="warn">
            <p>We could not ask for the whole catalogue. These are the products that this page knows.</p>
            <Button size="sm" variant="outline" onClick={retry}>
              Try again
            </Button>
          </Notice>
        )}
        {products.length > 0 ? (
          <ul className="products">
            {products.map((product, index) => (
              <li key={product.id}>
                <ProductCard product={product} isFirst={index < 2} actions={renderActions(product)} />
              </li>
            ))}
          </ul>
        ) : (
          !isPartial &&
          (isFiltered ? (
            <NoResults onReset={() => changeAndShow(noFilters)} />
          ) : (
            <p>Nothing is for sale by the pack at this moment. You can still order in bulk.</p>
          ))
        )}
        <Pages page={filters.page} hasNext={hasNext} onChange={(page) => changeAndShow({ page })} />
      </div>
    </div>
  )
}

/** Letters that follow each other are one step of the way back, and one entry of the address. */
const calmMs = 250

/** The address is the state, but for a word that is being typed: the list answers it at once, the address afterwards. */
function useFilters() {
  const [params, setParams] = useSearchParams()
  // The server draws every address alike, so the page begins without filters.
  const inAddress = useHydrated() ? readFilters(params) : noFilters
  const [query, setQuery] = useState(inAddress.query)
  /** What we wrote into the address ourselves: the box may be further on already. */
  const written = useRef(inAddress.query)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => () => clearTimeout(timer.current), [])
  // A link, Back and forward write into the box.
  useEffect(() => {
    if (inAddress.query === written.current) return
    written.current = inAddress.query
    setQuery(inAddress.query)
  }, [inAddress.query])

  function write(next: Partial<CatalogueFilters> & { query: string }, replace: boolean) {
    clearTimeout(timer.current)
    written.current = next.query.trim()
    const before = addressParams()
    setParams(writeFilters(before, { ...readFilters(before), ...next }), {
      replace,
      preventScrollReset: true,
    })
  }

  function change(next: Partial<CatalogueFilters>) {
    if (next.query !== undefined) setQuery(next.query)
    write({ query, ...next }, false)
  }

  function search(typed: string) {
    setQuery(typed)
    clearTimeout(timer.current)
    timer.current = setTimeout(writeTyped, calmMs, typed)
  }

  function writeTyped(typed: string) {
    write({ query: typed, page: 1 }, inAddress.query !== '')
  }

  /** At once, not while a link that was pressed meanwhile is on its way: the later navigation would end that one. */
  function finish() {
    clearTimeout(timer.current)
    if (query.trim() !== written.current) writeTyped(query)
  }

  return { filters: { ...inAddress, query }, change, search, finish }
}

interface SearchBoxProps {
  query: string
  onSearch: (query: string) => void
  onLeave: () => void
}

function SearchBox({ query, onSearch, onLeave }: SearchBoxProps) {
  const input = useRef<HTMLInputElement>(null)
  const searchEarly = useEffectEvent(() => {
    if (input.current?.value) onSearch(input.current.value)
  })
  // What was typed before the page answered counts.
  useEffect(() => searchEarly(), [])
  return (
    <search className="market-search">
      <label htmlFor="market-search" className="sr-only">
        {catalogueWords.search.label}
      </label>
      <Icon name="search" />
      <input
        ref={input}
        id="market-search"
        type="search"
        className="input"
        placeholder={catalogueWords.search.placeholder}
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        value={query}
        onChange={(event) => onSearch(event.currentTarget.value)}
        onBlur={onLeave}
      />
    </search>
  )
}

function describeCount(count: number, hasMore: boolean, { query, category }: CatalogueFilters): string {
  const what = `${count}${hasMore && count > 0 ? ' or more' : ''} ${count === 1 ? 'product' : 'products'}`
  const where = category === 'All' ? '' : ` in ${category}`
  return query.trim() ? `${what}${where} for “${query.trim()}”` : `${what}${where}`
}

function NoResults({ onReset }: { onReset: () => void }) {
  return (
    <div className="market-nothing">
      <p>
        <strong>No product matches.</strong> Try a shorter word, or look through all of them.
      </p>
      <Button variant="outline" onClick={onReset}>
        Show all products
      </Button>
    </div>
  )
}

interface PagesProps {
  page: number
  hasNext: boolean
  onChange: (page: number) => void
}

function Pages({ page, hasNext, onChange }: PagesProps) {
  if (page === 1 && !hasNext) return null
  return (
    <nav className="market-pages" aria-label="Pages of the catalogue">
      <Button variant="outline" disabled={page === 1} onClick={() => onChange(page - 1)}>
        Previous
      </Button>
      <p>Page {page}</p>
      <Button variant="outline" disabled={!hasNext} onClick={() => onChange(page + 1)}>
        Next
      </Button>
    </nav>
  )
}
