import { readOnDemandPage } from '#app/on-demand-pages.ts';
import { readSearchAnswer } from '#app/content-view/search-answers.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { clientOf } from '#lib/http/request-client.ts';

export const prerender = false;

export const POST = endpoint('mcp', (context) => {
  const { services, trace } = context.locals;
  const client = clientOf(context, services.requests.clientAddress);
  return services.site.mcp.answer(context.request, {
    client,
    log: trace.log,
    readOnDemand: (address) => readOnDemandPage(context, address),
    search: (query) => readSearchAnswer(query, services.site),
  });
});

export const ALL = endpoint('mcp', ({ locals: { services, trace }, request }) =>
  services.site.mcp.answerOtherMethod(request, trace.log),
);
