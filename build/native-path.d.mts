// The types of native-path.mjs for projects that do not read JavaScript.
export declare const BETTER_SQLITE3_VERSION: string;
export declare const PACKAGED_BINDING_NAPI: number;
export declare function userCacheDir(): string;
export declare function compiledBindingPath(napi: number): string;
export declare function nativeBindingPath(): string | undefined;
