// swagger-ui-dist has no types of its own; these are of what is used.
declare module 'swagger-ui-dist/swagger-ui-es-bundle.js' {
  type Plugin = { wrapComponents: Record<string, () => (props: { text: string }) => string | null> };
  type Options = {
    url: string;
    domNode: HTMLElement;
    presets: readonly unknown[];
    plugins: readonly Plugin[];
    supportedSubmitMethods: readonly string[];
    deepLinking: boolean;
    tagsSorter: (a: string, b: string) => number;
    docExpansion: 'list' | 'full' | 'none';
    defaultModelsExpandDepth: number;
    displayRequestDuration: boolean;
    syntaxHighlight: false | { activated: boolean };
    validatorUrl: null;
    onComplete: () => void;
  };
  const SwaggerUI: ((options: Options) => unknown) & { presets: { apis: unknown } };
  export default SwaggerUI;
}
