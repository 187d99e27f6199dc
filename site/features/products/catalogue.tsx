/** The catalogue: search, category buttons and sorting answer at once, and stand in the address. */
import { type ReactNode, useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router'
import {
  type CataloguePage,
  type CatalogueProduct,
  categoryFilters,
  type ProductSort,
  productSorts,
} from '#domain/products.ts'
import {
  type CatalogueFilters,
  noFilters,
  readFilters,
  writeFilters,
} from '#site/features/products/filters.ts'
import { ProductCard } from '#site/features/products/product-card.tsx'
import { useCatalogue } from '#site/features/products/use-catalogue.ts'
import { useHydrated } from '#site/lib/use-hydrated.ts'
import { Button } from '#site/ui/button.tsx'
import { Icon } from '#site/ui/icons.tsx'
import { Notice } from '#site/ui/panel.tsx'

interface CatalogueProps {
  first: CataloguePage
  /** What can be done with a product, under its price. */
  renderActions: (product: CatalogueProduct) => ReactNode
  /** Stands beside the search and stays in sight. */
  cartToggle: ReactNode
}

export function Catalogue({ first, renderActions, cartToggle }: CatalogueProps) {
  const [filters, change] = useFilters()
  const { products, hasNext, isPartial, isCutOff, retry } = useCatalogue(first, filters)
  const list = useRef<HTMLDivElement>(null)
  const isFiltered = filters.query.trim() !== '' || filters.category !== 'All'

  /** What is new begins at its beginning. */
  function changeAndShow(next: Partial<CatalogueFilters>) {
    change(next)
    if ((list.current?.getBoundingClientRect().top ?? 0) < 0) list.current?.scrollIntoView()
  }

  return (
    <div className="catalogue">
      <div className="market-bar">
        <SearchBox query={filters.query} onSearch={(query) => changeAndShow({ query, page: 1 })} />
        {cartToggle}
      </div>
      <div className="market-filters">
        <fieldset className="market-categories">
          <legend className="sr-only">Category</legend>
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
          <span>Sort by</span>
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
            <NothingFound onReset={() => changeAndShow(noFilters)} />
          ) : (
            <p>Nothing is for sale by the pack at this moment. You can still order in bulk.</p>
          ))
        )}
        <Pages page={filters.page} hasNext={hasNext} onChange={(page) => changeAndShow({ page })} />
      </div>
    </div>
  )
}

/** The address is the state. The server draws every address alike, so the page begins without filters. */
function useFilters() {
  const [params, setParams] = useSearchParams()
  const isHydrated = useHydrated()
  const filters = isHydrated ? readFilters(params) : noFilters

  function change(next: Partial<CatalogueFilters>) {
    // Letters of one word are one step of the way back.
    const isTyping = next.query !== undefined && filters.query !== ''
    setParams((before) => writeFilters(before, { ...readFilters(before), ...next }), {
      replace: isTyping,
      preventScrollReset: true,
    })
  }

  return [filters, change] as const
}

function SearchBox({ query, onSearch }: { query: string; onSearch: (query: string) => void }) {
  const input = useRef<HTMLInputElement>(null)
  const isComingAlive = useRef(true)
  useEffect(() => {
    const box = input.current
    if (box && box.value.trim() !== query.trim()) {
      // What was typed before the page answered counts. Later, going back and "show all" write into the box.
      if (isComingAlive.current && box.value) onSearch(box.value)
      else box.value = query
    }
    isComingAlive.current = false
  }, [query, onSearch])
  return (
    <search className="market-search">
      <label htmlFor="market-search" className="sr-only">
        Search products by name
      </label>
      <Icon name="search" />
      <input
        ref={input}
        id="market-search"
        type="search"
        className="input"
        placeholder="Search products"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={100}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
    </search>
  )
}

function describeCount(count: number, hasMore: boolean, { query, category }: CatalogueFilters): string {
  const what = `${count}${hasMore && count > 0 ? ' or more' : ''} ${count === 1 ? 'product' : 'products'}`
  const where = category === 'All' ? '' : ` in ${category}`
  return query.trim() ? `${what}${where} for “${query.trim()}”` : `${what}${where}`
}

function NothingFound({ onReset }: { onReset: () => void }) {
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
