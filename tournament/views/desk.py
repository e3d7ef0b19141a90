"""The desk: my championships, what comes next, the settings, the prints, the end."""

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from scoring.errors import RuleError
from tournament.access import championships_of, desk, desk_actor, takes_forms
from tournament.forms.championships import AnnounceEndForm, NewChampionshipForm, preset_summaries, today_in
from tournament.forms.settings import SettingsForm
from tournament.forms.typed_word import require_typed_word
from tournament.forms.writing import client_id_of
from tournament.models import Championship, Round
from tournament.queries import desk as queries
from tournament.queries.cards import pair_cards
from tournament.queries.late import late_pairs
from tournament.queries.members import members
from tournament.queries.no_shows import no_shows
from tournament.services import championships
from tournament.site_address import acknowledge_site_address, changed_site_address
from tournament.views.desk_page import REFUSED, desk_page


@login_required
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The championships at whose desk I work."""
    return render(request, "desk/home.html", {"championships": championships_of(request)})


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Set up a championship from a preset."""
    zone = NewChampionshipForm.base_fields["time_zone"].initial
    form = NewChampionshipForm(request.POST or None, initial={"day": today_in(zone, timezone.now())})
    if request.method == "POST" and form.is_valid():
        try:
            made = championships.create(
                form.details,
                preset=form.cleaned_data["preset"],
                owner=request.user,
                actor=desk_actor(request),
                client_id=form.cleaned_data["client_id"],
            )
        except RuleError as refusal:
            form.refuse(refusal)
        else:
            messages.success(request, _("%(name)s is set up. Now come the pairs.") % {"name": made.name})
            return redirect("desk", slug=made.slug)
    status = REFUSED if form.errors else 200
    return render(request, "desk/new.html", {"form": form, "presets": preset_summaries()}, status=status)


@desk("helper")
def what_next(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What the desk has to do now; the address that changed is acknowledged here too."""
    if request.method == "POST":
        acknowledge_site_address()
        return redirect("desk", slug=championship.slug)
    return what_next_page(request, championship)


def what_next_page(
    request: HttpRequest,
    championship: Championship,
    *,
    refusal: RuleError | None = None,
    end_form: AnnounceEndForm | None = None,
) -> HttpResponse:
    """The desk's first page, with the sentence of what was refused on it."""
    facts = queries.what_next(championship, timezone.now())
    refused = refusal is not None or bool(end_form and end_form.errors)
    return desk_page(
        request,
        "what_next",
        championship,
        status=REFUSED if refused else 200,
        section="now",
        next=facts,
        step_template=f"desk/next/{facts.step}.html",
        round=facts.round,
        late=late_pairs(championship, facts.round, timezone.now()),
        no_shows=no_shows((row.view for row in facts.rows), timezone.now()) if facts.rows else None,
        refusal=refusal,
        end_form=end_form or AnnounceEndForm(),
        changed_address=changed_site_address(),
    )


@desk("director")
def settings(request: HttpRequest, championship: Championship) -> HttpResponse:
    """Details and regulation. What somebody else changed meanwhile is shown beside what was typed."""
    if request.method != "POST":
        return _settings_page(request, championship, SettingsForm(championship))
    form = SettingsForm(championship, request.POST)
    if not form.is_valid():
        return _settings_page(request, championship, form)
    try:
        championships.update(
            championship.pk,
            form.details,
            form.regulation_changes,
            version=form.cleaned_data["version"],
            actor=desk_actor(request),
            client_id=form.cleaned_data["client_id"],
        )
    except RuleError as refusal:
        form.refuse(refusal)
        if refusal.code == "stale_version":
            championship.refresh_from_db()
            return _settings_conflict(request, championship)
        return _settings_page(request, championship, form)
    messages.success(request, _("The settings are saved."))
    return redirect("desk_settings", slug=championship.slug)


def _settings_page(request: HttpRequest, championship: Championship, form: SettingsForm) -> HttpResponse:
    status = REFUSED if form.errors else 200
    people = members(championship)
    return desk_page(
        request, "settings", championship, status=status, section="settings", form=form, people=people
    )


def _settings_conflict(request: HttpRequest, championship: Championship) -> HttpResponse:
    """What is stored now beside what was typed; sent again, what was typed holds."""
    form = SettingsForm(championship, request.POST)
    form.is_valid()
    differences = form.differences()
    form.based_on(championship.settings_version)
    return desk_page(
        request,
        "settings",
        championship,
        status=REFUSED,
        section="settings",
        form=form,
        differences=differences,
        has_conflict=True,
    )


@desk("helper")
@require_safe
def prints(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The documents that can be printed now."""
    lines = queries.round_lines(championship)
    draft = next((line.round for line in lines if line.round.state == Round.State.DRAFT), None)
    is_outdated = draft is not None and queries.is_outdated(championship, draft)
    ready = [line for line in lines if line.round != draft or not is_outdated]
    return desk_page(
        request,
        "prints",
        championship,
        section="prints",
        lines=ready,
        published=[line for line in reversed(ready) if line.round != draft],
        has_pairs=bool(pair_cards(championship)),
    )


@takes_forms
@desk("organiser")
def finish(request: HttpRequest, championship: Championship) -> HttpResponse:
    """The ranking is final, or it is not after all."""
    resumes = request.POST.get("action") == "resume"
    act: Any = championships.resume if resumes else championships.finish
    try:
        if not resumes:
            require_typed_word(request, "finish")
        act(championship.pk, actor=desk_actor(request), client_id=client_id_of(request))
    except RuleError as refusal:
        return what_next_page(request, championship, refusal=refusal)
    text = (
        _("The championship goes on.")
        if resumes
        else _("The championship is finished: the ranking is final.")
    )
    messages.success(request, text)
    return redirect("desk", slug=championship.slug)
