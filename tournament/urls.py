"""Every address of the site. Catalan has no prefix; the other languages are the same addresses under their code."""

from django.conf.urls.i18n import i18n_patterns
from django.contrib import admin
from django.contrib.auth import views as auth
from django.urls import URLPattern, URLResolver, include, path, register_converter

from tournament.access import takes_forms
from tournament.forms.log_in import LogInForm
from tournament.views import (
    before_play,
    calls,
    check_in,
    data,
    desk,
    desk_board,
    desk_charge,
    desk_check,
    desk_clock,
    desk_corrections,
    desk_draft,
    desk_entry,
    desk_infractions,
    desk_log,
    desk_members,
    desk_mishaps,
    desk_pairs,
    desk_replacement,
    desk_rounds,
    desk_sheet,
    joining,
    kept_page,
    prints,
    public,
    signing,
    table,
    tables,
    tools,
)
from tournament.views.data import DataKind
from tournament.views.sheet_address import SheetToken

register_converter(SheetToken, "token")
register_converter(DataKind, "data")

PUBLIC = [
    path("", public.home, name="home"),
    path("c/<slug:slug>/", public.round_now, name="round_now"),
    path("c/<slug:slug>/ronda/<int:number>/", public.round_page, name="round"),
    path("c/<slug:slug>/classificacio/", public.standings_page, name="standings"),
    path("c/<slug:slug>/parella/<int:number>/", public.pair_page, name="pair"),
    path("c/<slug:slug>/sorteig/", public.lot_page, name="lot"),
    path("c/<slug:slug>/reglament/", public.rules_page, name="rules"),
    path("c/<slug:slug>/ronda/<int:number>.<data:kind>", data.round_data, name="round_data"),
    path("c/<slug:slug>/classificacio.<data:kind>", data.standings_data, name="standings_data"),
    path("c/<slug:slug>/parelles.<data:kind>", data.pairs_data, name="pairs_data"),
    path("c/<slug:slug>/parella/<int:number>.<data:kind>", data.pair_data, name="pair_data"),
    path("manifest.webmanifest", kept_page.manifest, name="manifest"),
    path("calendari.ics", data.calendar, name="calendar"),
    path("eines/", tools.tools, name="tools"),
    path("eines/<slug:name>/", tools.tool, name="tool"),
]

TABLE = [
    path("t/<token:token>/", tables.table, name="table"),
    path("f/<token:token>/", table.sheet, name="sheet"),
    path("f/<token:token>/dat/", table.hand, name="sheet_hand"),
    path("f/<token:token>/dat/<int:sequence>/", table.hand_change, name="sheet_hand_change"),
    path("f/<token:token>/desfes/", table.undo, name="sheet_undo"),
    path("f/<token:token>/gira/", table.flip, name="sheet_flip"),
    path("f/<token:token>/sorteig/", table.draw, name="sheet_draw"),
    path("f/<token:token>/inici/", table.start, name="sheet_start"),
    path("f/<token:token>/acaba/", table.end, name="sheet_end"),
    path("f/<token:token>/comenca/", before_play.before_play, name="sheet_before"),
    path("f/<token:token>/signa/", signing.sign, name="sheet_sign"),
    path("f/<token:token>/organitzador/", calls.call, name="sheet_call"),
]

CHAMPIONSHIP_DESK = [
    path("", desk.what_next, name="desk"),
    path("avisos/", calls.calls, name="desk_calls"),
    path("anuncis/", desk_corrections.notices, name="desk_notices"),
    path("anuncis/<int:notice_id>/retira/", desk_corrections.notice_withdraw, name="desk_notice_withdraw"),
    path("avisos/<int:call_id>/<str:action>/", calls.answer, name="desk_call_answer"),
    path("rellotge/", desk_clock.clock, name="desk_clock"),
    path("rellotge/absents/", desk_clock.no_shows, name="desk_no_shows"),
    path("rellotge/<slug:action>/", desk_clock.action, name="desk_clock_action"),
    path("ajustos/", desk.settings, name="desk_settings"),
    path("ajustos/persones/", desk_members.members, name="desk_members"),
    path("historial/", desk_log.log, name="desk_log"),
    path("imprimeix/", desk.prints, name="desk_prints"),
    path("imprimeix/taules/", tables.cards, name="desk_table_cards"),
    path("imprimeix/codis/", desk_pairs.pin_cards, name="desk_pins"),
    path("imprimeix/fulls/<int:number>.pdf", prints.sheets, name="print_sheets"),
    path("acaba/", desk.finish, name="desk_finish"),
    path("parelles/", desk_pairs.pairs, name="desk_pairs"),
    path("parelles/presents/", check_in.check_in, name="desk_check_in"),
    path("parelles/nova/", desk_pairs.pair_new, name="desk_pair_new"),
    path("parelles/importa/", desk_pairs.import_pairs, name="desk_import"),
    path("parelles/<int:number>/", desk_pairs.pair, name="desk_pair"),
    path("parelles/<int:number>/relleu/", desk_replacement.replacement, name="desk_replacement"),
    path(
        "parelles/<int:number>/relleu/<int:replacement_id>/desfes/",
        desk_replacement.take_back,
        name="desk_replacement_back",
    ),
    path("parelles/<int:number>/<str:action>/", desk_pairs.pair_action, name="desk_pair_action"),
    path("rondes/", desk_rounds.rounds, name="desk_rounds"),
    path("rondes/<int:number>/", desk_rounds.round_page, name="desk_round"),
    path("rondes/<int:number>/drawing/", desk_draft.drawing, name="desk_drawing"),
    path("rondes/<int:number>/arrange/", desk_draft.arrange, name="desk_arrange"),
    path("rondes/<int:number>/unarrange/", desk_draft.unarrange, name="desk_unarrange"),
    path("rondes/<int:number>/change/", desk_draft.change, name="desk_draft_change"),
    path("rondes/<int:number>/mend/", desk_draft.mend, name="desk_mend"),
    path("rondes/<int:number>/seat/", desk_draft.seat, name="desk_seat_late"),
    path("rondes/<int:number>/<str:action>/", desk_rounds.round_action, name="desk_round_action"),
    path("faltes/", desk_infractions.infractions, name="desk_infractions"),
    path("faltes/llista.csv", desk_infractions.infractions_csv, name="desk_infractions_csv"),
    path("faltes/nova/", desk_charge.new_outside, name="desk_infraction_outside"),
    path("faltes/<int:infraction_id>/retira/", desk_infractions.withdraw, name="desk_infraction_withdraw"),
    path("taules/<int:game_id>/faltes/nova/", desk_charge.new, name="desk_infraction_new"),
    path("taules/", desk_board.board, name="desk_board"),
    path("taules/files/", desk_board.board_rows, name="desk_board_rows"),
    path("eines/", tools.desk_tools, name="desk_tools"),
    path("eines/<slug:name>/", tools.desk_tool, name="desk_tool"),
    path("entrada/", desk_entry.entry, name="desk_entry"),
    path("entrada/full/<int:game_id>/", desk_sheet.sheet, name="desk_sheet"),
    path("entrada/comprova/", desk_check.piles, name="desk_check"),
    path("entrada/comprova/<int:game_id>/", desk_check.sheet, name="desk_check_sheet"),
    path("partida/<int:game_id>/", desk_entry.game, name="desk_game"),
    path("partida/<int:game_id>/correccio/", desk_corrections.correction, name="desk_correction"),
    path("partida/<int:game_id>/renunci/", desk_mishaps.review, name="desk_review"),
    path("partida/<int:game_id>/ha-passat/<slug:case>/", desk_mishaps.mishap, name="desk_mishap"),
    path("partida/<int:game_id>/<str:action>/", desk_entry.game_action, name="desk_game_action"),
]

DESK = [
    path(
        "entra/",
        auth.LoginView.as_view(template_name="desk/login.html", authentication_form=LogInForm),
        name="login",
    ),
    path("surt/", takes_forms(auth.LogoutView.as_view()), name="logout"),
    path("", desk.home, name="desk_home"),
    path("nou/", desk.new, name="desk_new"),
    path("convida/", joining.code, name="invitation_code"),
    path("convida/<slug:code>/", joining.invitation, name="invitation"),
    path("<slug:slug>/", include(CHAMPIONSHIP_DESK)),
]

urlpatterns: list[URLPattern | URLResolver] = [
    path("admin/", admin.site.urls),
    path("ara", public.server_time, name="server_time"),
    path("guarda.js", kept_page.worker, name="worker"),
    *i18n_patterns(
        *PUBLIC,
        *TABLE,
        path("organitzacio/", include(DESK)),
        prefix_default_language=False,
    ),
]
