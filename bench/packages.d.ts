// The little that is used of the bench's own packages, so that types are checked before they are installed.

declare module 'autocannon' {
  interface Options {
    url: string
    method: 'GET' | 'POST'
    headers: Record<string, string>
    body?: string | undefined
    connections: number
    duration: number
    /** Every body must be this text; others are counted as mismatches. */
    expectBody?: string | undefined
  }
  interface Result {
    '2xx': number
    non2xx: number
    errors: number
    timeouts: number
    mismatches: number
  }
  interface Instance extends PromiseLike<Result> {
    on(
      event: 'response',
      listener: (client: unknown, status: number, bytes: number, milliseconds: number) => void,
    ): this
  }
  export default function autocannon(options: Options): Instance
}

declare module '@supabase/lite' {
  export class App {
    constructor(config: object)
    fetch(request: Request, context: { peerAddress: string | null }): Promise<Response>
  }
}

declare module '@supabase/lite/postgres' {
  export function createPostgresConnection(config: { url: string; postgresOptions: object }): object
}

declare module 'radix-ui' {
  import type { ComponentProps, ComponentType } from 'react'

  type Part = ComponentType<
    ComponentProps<'button'> & { asChild?: boolean; value?: string; onValueChange?: (value: string) => void }
  >
  type Parts<Name extends string> = Record<Name, Part>
  export const NavigationMenu: Parts<'Root' | 'List' | 'Item' | 'Trigger' | 'Content' | 'Link'>
  export const Dialog: Parts<'Root' | 'Trigger' | 'Portal' | 'Content' | 'Title' | 'Close'>
  export const Select: Parts<
    'Root' | 'Trigger' | 'Value' | 'Icon' | 'Portal' | 'Content' | 'Viewport' | 'Item' | 'ItemText'
  >
}

declare module 'lucide-react' {
  import type { ComponentProps, ComponentType } from 'react'

  type Icon = ComponentType<ComponentProps<'svg'>>
  export const ChevronDown: Icon
  export const LoaderCircle: Icon
  export const Menu: Icon
  export const UserRound: Icon
  export const X: Icon
}

declare module 'sonner' {
  import type { ComponentType } from 'react'
  export const Toaster: ComponentType
  export const toast: { success(text: string): void; error(text: string): void }
}

declare module 'class-variance-authority' {
  type Variants = Record<string, Record<string, string>>
  type Chosen<Given extends Variants> = { [Name in keyof Given]?: keyof Given[Name] | undefined }
  export function cva<Given extends Variants>(
    base: string,
    options: { variants: Given; defaultVariants: Chosen<Given> },
  ): (chosen: Chosen<Given>) => string
  export type VariantProps<Look extends (chosen: never) => string> = Parameters<Look>[0]
}

declare module 'clsx' {
  export type ClassValue = string | undefined
  export function clsx(classes: ClassValue[]): string
}

declare module 'tailwind-merge' {
  export function twMerge(classes: string): string
}

declare module 'react-hook-form' {
  import type { ComponentProps, ReactNode } from 'react'

  interface Control<Values> {
    defaultValues: Values
  }
  interface Form<Values> {
    control: Control<Values>
    formState: { errors: Partial<Record<keyof Values, { message?: string }>> }
    register(name: keyof Values): ComponentProps<'input'> & ComponentProps<'textarea'>
    handleSubmit(send: (values: Values) => void): ComponentProps<'form'>['onSubmit']
    reset(): void
  }
  export function useForm<Values>(options: { resolver: unknown; defaultValues: Values }): Form<Values>
  export function Controller<Values>(props: {
    control: Control<Values>
    name: keyof Values
    render: (input: { field: { value: string; onChange: (value: string) => void } }) => ReactNode
  }): ReactNode
}

declare module '@hookform/resolvers/zod' {
  export function zodResolver(schema: object): unknown
}
