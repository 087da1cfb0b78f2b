/** The part of TanStack Query 5 that the documentation uses. */
declare module "@tanstack/react-query" {
  interface Context {
    readonly signal: AbortSignal;
  }
  interface Query<T> {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: Context) => Promise<T>;
  }
  interface InfiniteQuery<T, P> {
    readonly queryKey: readonly unknown[];
    readonly queryFn: (context: Context & { readonly pageParam: P }) => Promise<T>;
    readonly initialPageParam: P;
    readonly getNextPageParam: (page: T) => P | undefined | null;
  }
  export function useQuery<T>(query: Query<T>): { readonly data: T | undefined };
  export function useInfiniteQuery<T, P>(
    query: InfiniteQuery<T, P>,
  ): { readonly data: { readonly pages: readonly T[] } | undefined };
  export function useMutation<T, V>(mutation: {
    readonly mutationFn: (variables: V) => Promise<T>;
    readonly onSettled?: () => unknown;
  }): { readonly mutate: (variables: V) => void };
  export function useQueryClient(): {
    readonly cancelQueries: (filter: { readonly queryKey: readonly unknown[] }) => Promise<void>;
    readonly invalidateQueries: (filter: { readonly queryKey: readonly unknown[] }) => Promise<void>;
    readonly setQueryData: (queryKey: readonly unknown[], data: unknown) => unknown;
  };
}

/** The part of React that the documentation uses. */
declare module "react" {
  export function useEffect(effect: () => () => void, dependencies: readonly unknown[]): void;
  export function useState<T>(): readonly [T | undefined, (value: T) => void];
}
